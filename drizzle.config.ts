import { defineConfig } from 'drizzle-kit'

/** Migrations are generated from the table definitions, read by a person, and committed (`npm run migration -- name`). */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/kit/{entity/audit,files/files,jobs/jobs,live/live}.ts',
    './src/server/!(kit|tools|database|demo|migrations)/!(*.test).ts',
  ],
  out: './src/server/migrations',
})
