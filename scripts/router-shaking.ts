import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const production = new URL('../node_modules/react-router/dist/production/', import.meta.url)
const files: Readonly<Record<string, string>> = {
  'react-router': 'index.mjs',
  'react-router/dom': 'dom-export.mjs',
}

/**
 * React Router sets `displayName` on unused components, which retains them in the bundle with their dependencies. Without
 * those lines, and with its component factories marked pure, the bundler drops what is unused. The package's default is its
 * development build; the one for production is in the same package.
 */
export function routerShaking(): Plugin {
  return {
    name: 'router-shaking',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => {
      const file = files[source]
      return file === undefined ? null : fileURLToPath(new URL(file, production))
    },
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(
            /^var (\w+) = (React\d*\.(?:createContext|forwardRef|memo)\()/gm,
            'var $1 = /* @__PURE__ */ $2',
          ),
    },
  }
}
