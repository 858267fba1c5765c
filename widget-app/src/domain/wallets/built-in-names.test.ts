import { expect, test } from 'vitest'
import { parseBundledWallets } from './catalogue-wallet.ts'
import names from './generated/built-in-names.json' with { type: 'json' }
import wallets from './generated/wallets.json' with { type: 'json' }
import { allNamesOf } from './sort-wallets.ts'

test('bundled names › are the names of the bundled wallets', () => {
  const all = parseBundledWallets(wallets).flatMap((entry) =>
    allNamesOf({ group: 'featured', found: [], entry }),
  )
  expect(names).toEqual([...new Set(all)].sort())
})
