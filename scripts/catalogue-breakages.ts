import type { Breakage } from './breakage.ts'

const connect = 'widget-app/src/features/connect'
const pages = ['widget-app/src/features/connect/wallet-pages.test.ts']

/** Lines of the wallet catalogue. */
export const catalogueBreakages: readonly Breakage[] = [
  {
    rule: 'The query library does not ask again what is being loaded without it',
    file: 'widget-app/src/lib/first-query.ts',
    find: "if (first.is === 'loading') return loading",
    replace: '',
    tests: ['widget-app/src/lib/first-query.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'What runs without the routes says only what is there without them',
    file: 'widget-app/src/app/network-ribbon.tsx',
    find: "t('networks.local')",
    replace: "t('send.max')",
    tests: ['scripts/text-places.test.ts'],
  },
  {
    rule: 'The API is not asked at every letter',
    file: 'widget-app/src/features/connect/wallet-search.ts',
    find: 'await sleep(clock, walletSearchMinWaitMs, signal)',
    replace: '',
    tests: pages,
  },
  {
    rule: 'The built-in list stands in for an API that fails',
    file: 'widget-app/src/features/connect/listed-wallets.ts',
    find: "return rest === 'failed' ||",
    replace: 'return',
    tests: pages,
  },
  {
    rule: 'A wallet which only a search has found can be chosen',
    file: 'widget-app/src/features/connect/listed-wallets.ts',
    find: "return found.is === 'ready' ? found.data : []",
    replace: 'return found.is === undefined ? [] : []',
    tests: pages,
  },
  {
    rule: 'An installed wallet beyond the first page is looked up in the built-in list',
    file: 'widget-app/src/kernel/wallets.ts',
    find: ', ...get(furtherEntriesAtom)',
    replace: '',
    tests: ['widget-app/src/kernel/wallets.test.ts'],
  },
  {
    rule: 'Rows wait 2 s for pictures at most',
    file: 'widget-app/src/lib/preload-pictures.ts',
    find: 'sleep(clock, limitMs, done.signal)',
    replace: 'sleep(clock, limitMs + 60_000, done.signal)',
    tests: pages,
  },
  {
    rule: 'The row with the focus stays drawn',
    file: 'widget-app/src/ui/virtual-rows.tsx',
    find: 'if (focused >= 0 && !drawn.includes(focused)) {',
    replace: 'if (focused > items.length) {',
    tests: ['widget-app/src/ui/virtual-rows.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A step of a scroll draws no other row anew',
    file: 'widget-app/src/ui/virtual-rows.tsx',
    find: 'render={renderRow}',
    replace: 'render={(one) => renderRow(one)}',
    tests: ['widget-app/src/ui/virtual-rows.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'Rows that run past are shown by the nodes of those that left',
    file: 'widget-app/src/ui/row-nodes.ts',
    find: 'if (!isRunning) return',
    replace: 'return',
    tests: ['widget-app/src/ui/row-nodes.test.ts'],
  },
  {
    rule: 'A list that rests stands in its order in the document',
    file: 'widget-app/src/ui/row-nodes.ts',
    find: 'if (!isRunning) return',
    replace: 'if (false) return',
    tests: ['widget-app/src/ui/row-nodes.test.ts'],
  },
  {
    rule: 'Another page of the built-in list leaves the rows as they are',
    file: 'widget-app/src/features/connect/wallet-pages.ts',
    find: 'rowOf: remembering(walletRow)',
    replace: 'rowOf: walletRow',
    tests: pages,
  },
  {
    rule: 'Rows that come into sight together are drawn in a frame each',
    file: 'widget-app/src/ui/hooks/use-rows-in-sight.ts',
    find: 'isHurried ? followedPx(last.startPx, startPx, pitchPx) : startPx',
    replace: 'startPx',
    tests: ['widget-app/src/ui/virtual-rows.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'Rows that run past load no pictures',
    file: 'widget-app/src/ui/hooks/use-rows-in-sight.ts',
    find: 'const isHurried = rest !== undefined',
    replace: 'const isHurried = false',
    tests: ['widget-app/src/ui/virtual-rows.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'An extension is called by its own name',
    file: 'shared/channel/wallets/injected-web3.ts',
    find: 'name: nameOf(entry, id),',
    replace: 'name: id,',
    tests: ['shared/channel/wallets/injected-web3.dom.test.ts'],
    project: 'ui',
  },
]
