import { build, type Plugin } from 'vite'
import { root } from '../project-files.ts'

/** Mode of the build of the confirm window only. */
export const confirmMode = 'confirm-window'

/** Mode of the build of the vault only. */
export const vaultMode = 'vault'

/** The confirm window's file, from the widget's root. */
export const confirmFile = 'confirm.html'

/** Folder of its scripts and styles, from the origin's root. */
export const confirmAssets = 'assets/confirm'

/** Names of its manifest and module list in `.vite/`, next to the widget's. */
export const confirmManifest = '.vite/confirm-manifest.json'
export const confirmModules = '.vite/confirm-modules.json'

/**
 * Builds the confirm window into the release after the widget: separate files, so that the window's code does not split the
 * widget's first view, and none of the widget's start-up runs in it. A browser would not share them anyway: it partitions
 * the caches of a frame of another site and of a top-level window.
 */
export const confirmPage: Plugin = {
  name: 'confirm-page',
  apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
  async closeBundle(error?: Error) {
    if (error) return
    await build({ configFile: `${root}/vite.config.ts`, mode: confirmMode, logLevel: 'warn' })
  },
}

const throwStatement = 'throw new Error("A confirm window opens none")'

/** Modules by which a frame opens a confirm window and waits for it, and the replacement of each. */
const openingModules: Readonly<Record<string, string>> = {
  'domain/review/window/open-confirm-window.ts': [
    `export const openConfirmWindow = () => { ${throwStatement} }`,
    'export const openPaymentFrame = openConfirmWindow',
  ].join('\n'),
  'domain/embedded-wallet/spending-limits.ts': [
    'export const hasSpendingLimitAtom = { read: () => false, write: () => undefined }',
    'export const limitFrameSlotAtom = hasSpendingLimitAtom',
    'export const paymentDocument = () => undefined',
  ].join('\n'),
  'features/review/views/review-frame.tsx': `export const ReviewFrame = () => { ${throwStatement} }`,
  'domain/review/vault-signing.ts': [
    'export const isSignedByVault = () => false',
    `export const vaultCompletionAtom = { write: () => { ${throwStatement} } }`,
    'export const storeSignedAtom = vaultCompletionAtom',
  ].join('\n'),
  'domain/embedded-wallet/session-calls.ts': `export const requestVaultTicketAtom = { write: () => { ${throwStatement} } }`,
  'features/review/views/confirm-window-status.tsx': `export const ConfirmWindowStatus = () => { ${throwStatement} }`,
}

/** Paths of these modules, from `widget-app/src`. */
export const replacedModules: readonly string[] = Object.keys(openingModules)

/** A window decides in itself (`needsConfirmWindow`): code that opens one is excluded from its build, and from the vault's. */
export const excludeOpening: Plugin = {
  name: 'without-opening',
  enforce: 'pre',
  apply: (_config, { mode }) => mode === confirmMode || mode === vaultMode,
  load: (id) => Object.entries(openingModules).find(([path]) => id.endsWith(`/${path}`))?.[1],
}
