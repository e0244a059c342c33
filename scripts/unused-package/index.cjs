// Prisma's command line loads these packages at its start, but only `prisma dev` and `prisma studio` use them.
module.exports = {};
