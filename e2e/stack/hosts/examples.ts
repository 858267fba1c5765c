import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { createStaticFiles } from '#server/web/static-files.ts'
import type { Stack } from '../stack-file.ts'

/** The folder of each example's files; the script tag's page has no build. */
const folders = {
  'script-tag': 'script-tag/',
  'vite-react': 'vite-react/dist/',
  nextjs: 'nextjs/dist/',
  vue: 'vue/dist/',
  'wagmi-rainbowkit': 'wagmi-rainbowkit/dist/',
} as const

/** The widget's origin in the sources of the examples: that of a local world with the default ports. */
const defaultOrigin = 'http://widget.localhost:5173'

/** Serves the builds of `npm run examples` under `/examples/<name>/`. */
export function mountExamples(app: Hono<{ Bindings: HttpBindings }>, { widget }: Stack): void {
  for (const [name, folder] of Object.entries(folders)) {
    const serve = createStaticFiles(new URL(`../../../examples/${folder}`, import.meta.url))
    app.get(`/examples/${name}/*`, async (c) => {
      const path = c.req.path.slice(`/examples/${name}`.length)
      const file = path === '/' ? '/index.html' : path
      const edit = /\.(html|js)$/.test(file)
        ? (text: string) => text.replaceAll(defaultOrigin, widget.origin)
        : undefined
      const response = await serve(file, undefined, { 'cache-control': 'no-cache' }, edit)
      return response ?? c.text('The examples are not built yet: run npm run examples', 404)
    })
  }
}
