FROM node:22-slim AS build
WORKDIR /portico
COPY package.json package-lock.json .npmrc ./
COPY scripts/unused-package scripts/unused-package
RUN npm ci
COPY . .
RUN npm run build
RUN npm run --silent sbom > sbom.cdx.json
RUN npm pack --silent && mv portico-*.tgz portico.tgz
# The optional packages, for S3 and OpenTelemetry, in the versions of the lock file.
RUN node -p "Object.keys(require('./package.json').peerDependencies).map((name) => name + '@' + require('./package-lock.json').packages['node_modules/' + name].version).join(' ')" > optional-packages

FROM node:22-slim AS packages
WORKDIR /portico
COPY --from=build /portico/portico.tgz /portico/optional-packages ./
RUN npm install --omit=dev --ignore-scripts ./portico.tgz $(cat optional-packages)
# What V8 compiled of the bundle, which depends on the version of Node.js: servers start faster with it.
COPY --from=build /portico/dist/bundle/*.cache node_modules/portico/dist/bundle/

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORTICO_DATA_DIR=/data
WORKDIR /portico
# Writable for every user, for `docker run --user`; the files in it belong to the user who runs the container.
RUN install -d -m 1777 /data && ln -s node_modules/portico/bin bin
COPY --from=packages /portico/node_modules node_modules
COPY --from=build /portico/sbom.cdx.json ./
USER node
# The embedded database, and images unless a bucket is set.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["bin/portico", "serve"]
