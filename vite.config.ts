import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Emits fonts, character maps, decoders and annotation icons that PDFs load by name, beside the bundle under their version. */
function pdfParts(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return {
    name: 'pdf-parts',
    apply: 'build',
    generateBundle() {
      // Scripts in documents are never run, so the script engine is omitted.
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs', 'web/images'])
        for (const name of readdirSync(join(dirname(manifest), folder)))
          if (!name.startsWith('quickjs') && (folder !== 'web/images' || name.startsWith('annotation-')))
            this.emitFile({
              type: 'asset',
              fileName: `assets/pdf-${version}/${basename(folder)}/${name}`,
              source: readFileSync(join(dirname(manifest), folder, name)),
            })
    },
  }
}

/** Browser bundle. `npm run dev` adds the proxy to the server through DNA_SERVER. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), pdfParts()],
  build: {
    outDir: '../../build/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Chunks depend on each other in cycles; without this, some run before their dependencies.
        strictExecutionOrder: true,
        // Modules that a third of the pages need share one chunk; others are grouped by the pages that need them. This halves the number of
        // files per page and loads nothing unused.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'common', minShareCount: 40, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: process.env.DNA_SERVER
      ? {
          '/api': process.env.DNA_SERVER,
          '/hubs': { target: process.env.DNA_SERVER, ws: true },
        }
      : undefined,
  },
})
