import { build, type Plugin } from 'vite'
import { root } from '../project-files.ts'

/** Mode of the build of the development page only. */
export const developmentMode = 'development-page'

/** The development page's file, from the widget's root. */
export const developmentFile = 'dev.html'

/** Mode of the build of the vault's development page, into the folder of the widget's. */
export const vaultDevelopmentMode = 'vault-development-page'

/** The vault's development page, from the vault's root. */
export const vaultDevelopmentFile = 'vault-dev.html'

/** Output folder of the development page; the release is `dist/widget`. */
export const developmentDist = `${root}/dist/widget-dev`

/** Folder of its scripts and styles, from the origin's root: not a path of the release. */
export const developmentAssets = 'dev-assets'

/**
 * Builds the development page (manual testing, fixtures of all views) after each release build, into a separate folder, so
 * that no module of it is part of the release.
 */
export const developmentPage: Plugin = {
  name: 'development-page',
  apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
  async closeBundle(error?: Error) {
    if (error) return
    await build({ configFile: `${root}/vite.config.ts`, mode: developmentMode, logLevel: 'warn' })
  },
}

/** Builds the development page of the vault after the widget's, which empties the folder, into the same one. */
export const vaultDevelopmentPage = (): Plugin => {
  let outDir = developmentDist
  return {
    name: 'vault-development-page',
    apply: (_config, { command, mode }) => command === 'build' && mode === developmentMode,
    configResolved(config) {
      outDir = config.build.outDir
    },
    async closeBundle(error?: Error) {
      if (error) return
      const configFile = `${root}/vite.config.ts`
      await build({ configFile, mode: vaultDevelopmentMode, logLevel: 'warn', build: { outDir } })
    },
  }
}
