/** What `npm run migration -- name` reads: migrations come from the table definitions, are read by a person, and committed. */
export default {
  dialect: 'postgresql',
  schema: [
    './src/server/kit/{entity/audit,files/files,jobs/jobs,live/live}.ts',
    './src/server/!(kit|tools|database|demo|migrations)/!(*.test).ts',
  ],
  out: './src/server/migrations',
}
