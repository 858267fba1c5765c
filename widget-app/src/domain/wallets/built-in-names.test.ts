import { expect, test } from 'vitest'
import { parseBundledWallets } from './catalogue-wallet.ts'
import { allNamesOf } from './connector-order.ts'
import names from './generated/built-in-names.json' with { type: 'json' }
import wallets from './generated/wallets.json' with { type: 'json' }

test('behavior: the names of the built-in list are those of its wallets', () => {
  const all = parseBundledWallets(wallets).flatMap((entry) =>
    allNamesOf({ group: 'featured', found: [], entry }),
  )
  expect(names).toEqual([...new Set(all)].sort())
})
