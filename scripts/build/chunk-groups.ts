import { basename, join } from 'node:path'
import { root } from '../project-files.ts'

type Context = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** A file of the build. A module belongs to the first group, by priority, that returns a name for it. */
type ChunkGroup = {
  readonly name: string | ((id: string, context: Context) => string | null)
  readonly test?: RegExp
  readonly priority?: number
  readonly debugName?: string
}

/** Returns a function that is true if one of the files (paths in `widget-app/src`) imports a module statically, directly or indirectly. */
function createReachability(files: readonly string[]) {
  let modules: Set<string> | undefined
  const walk = (id: string, context: Context, seen: Set<string>) => {
    if (seen.has(id)) return seen
    seen.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) walk(imported, context, seen)
    return seen
  }
  return (id: string, context: Context) => {
    modules ??= files.reduce(
      (seen, file) => walk(join(root, 'widget-app/src', file), context, seen),
      new Set<string>(),
    )
    return modules.has(id)
  }
}

/**
 * The first view is two files, not one per module that it shares with a lazy view: everything except rendering, which runs
 * while the larger file is still loading, and rendering.
 */
const firstViewGroups = (scripts: readonly string[]) =>
  scripts.map((file, index, { length }): ChunkGroup => {
    const isReached = createReachability([`app/${file}`])
    return {
      // A module belongs to the first script that needs it.
      priority: length - index,
      debugName: file,
      name: (id, context) => (isReached(id, context) ? basename(file).replace(/\.tsx?$/, '') : null),
    }
  })

/** Code that Send and Receive share is one file, and part of neither. */
const paymentLinks: ChunkGroup = { name: 'payment-link', test: /\/shared\/payment-link\// }

const isUsedNext = createReachability([
  'features/connect/views/connecting-external-view.tsx',
  'features/account/views/account-view.tsx',
  'domain/connections/connection-actions.ts',
  'app/bridge-commands.ts',
  'app/flows/after-connect.ts',
])
const isUsedByChains = createReachability([
  ...['eip155', 'solana', 'polkadot'].map((namespace) => `chains/${namespace}/adapter.ts`),
  'chains/local-keys.ts',
  'chains/walletconnect/start-session-source.ts',
])
/** Modules that several features or chains may use. */
const sharedModules =
  /\/(widget-app\/src\/((core|domain(?!\/review\/)|lib|ui)\/|chains\/embedded-handle\.ts$)|shared\/|node_modules\/zod\/)/

/**
 * Code that most users need right after the first view is two files, not seventy, which would cost a browser 30 ms more:
 * `common` contains what a chain needs too, which may load without the rest.
 */
const afterFirstView = [
  { name: 'common', has: isUsedByChains },
  { name: 'next', has: () => true },
].map(
  ({ name, has }): ChunkGroup => ({
    name: (id, context) =>
      sharedModules.test(id) && isUsedNext(id, context) && has(id, context) ? name : null,
  }),
)

/** The part of that which chains may not import. */
const nonChainModules = /\/widget-app\/src\/(core|domain(?!\/review\/)|ui)\//

const paymentViews = [
  'features/send/views/wallet-send-view.tsx',
  'features/swap/views/swap-view.tsx',
  'features/onramp/views/on-ramp-amount-view.tsx',
  'features/exchange/views/pay-with-exchange-view.tsx',
  'features/receive/views/wallet-receive-view.tsx',
].map((file) => createReachability([file]))

/** The progress of Send and of Swap share it; that of Swap loads later, so it is not reachable from the view. */
const viewOverride = /\/widget-app\/src\/core\/use-view-override\.ts$/

/**
 * Code that several transfer and payment views share in addition is one file instead of twenty of a few hundred bytes each.
 */
const paymentGroup: ChunkGroup = {
  name: (id, context) =>
    viewOverride.test(id) ||
    (nonChainModules.test(id) && paymentViews.filter((isOfView) => isOfView(id, context)).length > 1)
      ? 'money'
      : null,
}

/**
 * How the modules of a document that begins with `scripts` (paths in `app/`, in their order) are split into files
 * (`output.codeSplitting`); the bundler splits the rest by itself.
 */
export const chunkGroupsFrom = (scripts: readonly string[]): ChunkGroup[] => [
  ...firstViewGroups(scripts),
  paymentLinks,
  ...afterFirstView,
  paymentGroup,
]

const vaultMain = '../../vault/src/document/main.tsx'
const isInVault = createReachability([vaultMain])

/** What the vault loads before its first screen is one file: the bundler would split it by which of its later parts use it too. */
export const vaultChunkGroups: readonly ChunkGroup[] = [
  {
    priority: 1,
    debugName: 'vault',
    name: (id, context) => (isInVault(id, context) && !id.endsWith('/main.tsx') ? 'vault' : null),
  },
]
