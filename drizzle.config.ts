/** Configures `npm run migration -- name`: migrations are generated from the table definitions, reviewed by a developer, and committed. */
export default {
  dialect: 'postgresql',
  schema: [
    './src/server/kit/{entity/audit,files/files,jobs/jobs,live/live}.ts',
    './src/server/!(kit|tools|database|demo|migrations)/!(*.test).ts',
  ],
  out: './src/server/migrations',
}
