# One image for every app: the command says which, as in docker-compose.yml. npm start, which brings databases along, is
# for machines; here PostgreSQL and Redis are services of their own.

FROM node:20-bookworm-slim AS build
WORKDIR /crier
COPY . .
# pnpm is the version that package.json pins; the lockfile decides everything else.
RUN node scripts/setup.mjs --build
# Then again what the apps need at run time, and nothing to build or test with.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules \
      apps/standalone packages/services packages/testkit \
      apps/*/src packages/*/src \
 && CI=true npx --yes "$(node -p "require('./package.json').packageManager")" \
      install --prod --frozen-lockfile --filter '{./apps/*}...'

FROM node:20-bookworm-slim
ENV NODE_ENV=production BIND_HOST=0.0.0.0 AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED=true
WORKDIR /crier
# Owned by root, run by somebody else: nothing here can be changed from inside.
COPY --from=build /crier/package.json ./
COPY --from=build /crier/node_modules ./node_modules
COPY --from=build /crier/packages ./packages
COPY --from=build /crier/apps ./apps
COPY --from=build /crier/templates ./templates
COPY --from=build /crier/examples ./examples
COPY --from=build /crier/deploy ./deploy
# The one folder that is written to: a volume that is mounted here takes its owner from it.
RUN install -d -o node -g node /var/lib/crier/documents
USER node
ENTRYPOINT ["node"]
CMD ["apps/cli/bin/crier.js", "--help"]
