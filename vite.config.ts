import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
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

/** Lists the files of the bundle with their static imports, style sheets and our modules in them, for the limits of `scripts/weights.mjs`. */
function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const list = chunks.map(({ fileName, imports, isEntry, moduleIds, viteMetadata }) => ({
        ...{ file: fileName, imports, isEntry, styles: [...(viteMetadata?.importedCss ?? [])] },
        modules: moduleIds.map((id) =>
          relative(join(import.meta.dirname, 'src/web'), id)
            .split(sep)
            .join('/'),
        ),
      }))
      this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source: JSON.stringify(list) })
    },
  }
}

/** Loads the files of dynamic imports by our own helper, which can load them again after a failure. */
function fileLoader(): Plugin {
  const path = join(import.meta.dirname, 'src/web/kit/look/load-files.ts')
  return {
    name: 'file-loader',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { default as __vitePreload } from ${JSON.stringify(path)}`,
    },
  }
}

/** Completes the frame in index.html, which shows before scripts and style sheets have loaded: colors of the theme, sheets after the frame. */
function firstFrame(): Plugin {
  const theme = readFileSync(join(import.meta.dirname, 'src/web/kit/look/theme.css'), 'utf8')
  const colors = (selector: string) => {
    const block = theme.slice(theme.indexOf(`${selector} {`))
    return ['page', 'side', 'line'].map((name) => block.match(new RegExp(`--dna-${name}: [^;]+;`))?.[0]).join('')
  }
  const dark = '[data-mantine-color-scheme="dark"]'
  return {
    name: 'first-frame',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        return sheets
          .reduce((page, sheet) => page.replace(sheet, ''), html)
          .replace('<style>', `<style>:root{${colors(':root')}}${dark}{${colors(dark)}}`)
          .replace('<div id="root">', `${sheets.join('')}<div id="root">`)
      },
    },
  }
}

/** Matches modules by the end of a path that one of the patterns describes. */
const anyOf =
  (...patterns: RegExp[]) =>
  (id: string) =>
    patterns.some((pattern) => pattern.test(id))
/**
 * Shared code by the part of a page that needs it (decision 99). A module belongs to the first group that takes it, with everything it
 * imports that no group before has taken. Without merging, the rest stays in files by the pages that need it.
 */
const chunkGroups = [
  { name: 'first', tags: ['$initial'] },
  {
    name: 'frame',
    test: anyOf(
      /@floating-ui\/|@mantine\/(hooks|core\/esm\/(core|utils\/Floating))\//,
      /@mantine\/core\/esm\/components\/(Popover|Tooltip|Menu|Portal|Overlay|FocusTrap|Kbd|VisuallyHidden|CopyButton|NativeSelect|Transition|Group)\//,
      /src\/(model\/kit|web\/kit\/(edits|look\/(?!confirmation)|request|form\/(form|dialogs|call-dialog|form-page|page-head)\.|parts\/(columns|small-parts|page-tabs|panel|avatar|state-)))/,
      /src\/web\/(shell\/(shell|layout|side-menu|menu-group|user-button|toolbar|page-help|commands)|search\/(page-actions|spotlight\.)|calculators\/quick-tools\.|activity\/undo-toast)/,
    ),
  },
  {
    name: 'tools',
    test: anyOf(
      /src\/web\/(reports\/(download-menu|download-parts|live-downloads|downloads\.)|inbox\/(inbox-bell|inbox-entries|inbox\.module)|settings\/personal-settings-(store|open))/,
      /src\/model\/(reports\/(enums|download-tasks)|inbox\/inbox|settings\/personal-settings|access\/(users|roles))/,
    ),
  },
  {
    name: 'list',
    test: anyOf(
      /@tanstack\/(virtual-core|react-virtual)\//,
      /src\/web\/kit\/(list\/(list-|saved-view|filters|filter-rules|peek-panel|restore-row)|parts\/(table|cards))/,
    ),
  },
  {
    name: 'dialog',
    test: anyOf(/@mantine\/core\/esm\/components\/(ScrollArea|Modal|ModalBase|Paper)\//, /src\/web\/kit\/look\/confirmation/),
  },
  {
    name: 'form',
    test: anyOf(
      /@mantine\/core\/esm\/components\/(Combobox|ColorPicker|ColorInput|ColorSwatch|Checkbox|Switch|TagsInput|MultiSelect|Select|Pill|PillsInput|Textarea)\//,
      /src\/web\/kit\/(form\/(form-page-body|form-dialog|conflict-dialog|controls|plain-controls|picker\.|image-control|number-|rich-text-input|create-|undo-save|call-form)|list\/rows-panel)/,
    ),
  },
  // Few pages need these, and merged into other terms they would reach many.
  { name: 'identity', test: /src\/model\/(access\/(single-sign-on|second-factors|passkeys)|activity\/security-log)/ },
  { name: 'model', test: /src\/model\//, minShareCount: 20 },
  { name: 'terms', test: /src\/model\//, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
  { name: 'parts', test: /src\/web\//, minShareCount: 20 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2000 },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

/** Browser bundle. `npm run dev` adds the proxy to the server through DNA_SERVER. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), pdfParts(), chunkList(), fileLoader(), firstFrame()],
  build: {
    outDir: '../../build/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // Re-exporting modules load only what is imported through them. Our modules do nothing on their own but be imported.
      treeshake: { moduleSideEffects: [{ test: /\/src\/(model|web)\/(?!main\.tsx).*\.tsx?$/, sideEffects: false }] },
      output: {
        // Chunks depend on each other in cycles; without this, some run before their dependencies.
        strictExecutionOrder: true,
        // Groups are named after all pages that need them, and the first script has the names of all files.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.replace(/~.*(?=\.css$)/, '').replace(/\.[^.]*$/, '')}-[hash][extname]`,
        codeSplitting: {
          groups: chunkGroups,
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
