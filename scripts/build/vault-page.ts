import { build, type Plugin } from 'vite'
import { root } from '../project-files.ts'
import { confirmMode, vaultMode } from './confirm-page.ts'

/** The vault's folder, and the root of its build. */
export const vaultRoot = `${root}/vault`

/** Folder of its built document and files, which the server serves on an origin of their own. */
export const vaultDist = `${root}/dist/vault`

/** Name of its list of modules. */
export const vaultModules = '.vite/modules.json'

/**
 * The vault has no React: its views, which it shares with the confirm window, run on Preact, which is a tenth of the size.
 */
export const withoutReact = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

/** Builds the vault after the confirm window. */
export const vaultPage: Plugin = {
  name: 'vault-page',
  apply: (_config, { command, mode }) => command === 'build' && mode === confirmMode,
  async closeBundle(error?: Error) {
    if (error) return
    await build({ configFile: `${root}/vite.config.ts`, mode: vaultMode, logLevel: 'warn' })
  },
}
