import type { Plugin } from 'vite'

/**
 * React Router sets `displayName` on components nobody imports, which keeps them in the bundle with all they need.
 * Without those lines, and with its component factories marked pure, the bundler drops what is unused.
 */
export function routerShaking(): Plugin {
  return {
    name: 'router-shaking',
    apply: 'build',
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
