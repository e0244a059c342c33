FROM node:22-slim AS build
WORKDIR /portico
COPY package.json package-lock.json .npmrc ./
COPY scripts/unused-package scripts/unused-package
RUN npm ci
COPY tsconfig.json tsconfig.build.json prisma.config.ts ./
COPY prisma prisma
COPY scripts scripts
COPY src src
COPY bin bin
RUN npm run build
RUN npm run --silent sbom > sbom.cdx.json

FROM node:22-slim AS packages
WORKDIR /portico
COPY package.json package-lock.json .npmrc ./
# The command line of Prisma is an optional peer of the client, so `npm ci --omit=dev` would keep it, and half of the packages with
# it. Nothing needs it once the manifest has no development dependencies. The lock file still decides all versions.
# Peers that are not optional are installed, so the image has the packages for S3 and OpenTelemetry, too. For an image without
# them, keep `peerDependenciesMeta`.
RUN npm pkg delete devDependencies peerDependenciesMeta && npm install

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORTICO_DATA_DIR=/data
WORKDIR /portico
# Writable for every user, for `docker run --user`; the files in it belong to the user who runs the container.
RUN install -d -m 1777 /data
COPY --from=packages /portico/node_modules node_modules
COPY --from=build /portico/dist dist
COPY --from=build /portico/sbom.cdx.json ./
COPY package.json ./
COPY bin bin
COPY prisma prisma
COPY schema schema
USER node
# The embedded database, and images unless a bucket is set.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["bin/portico", "serve"]
