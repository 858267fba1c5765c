import { expect, it } from 'vitest'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { onrampOptions, quoteResponse } from '../testing/onramp-world.ts'
import { fillForm, openForm } from '../testing/open-buy.ts'
import { buyAtom } from './actions.ts'
import { optionsAtom } from './options.ts'
import { quoteTextsAtom } from './texts.ts'

it('invisible characters in names › sanitized for display, sent unchanged', async () => {
  const contract = `0x${'c0'.repeat(20)}`
  const [name, symbol] = ['Dol\u202elar\u200b Coin', 'DO\u2066L']
  const requestedAssets: unknown[] = []
  const { adapter } = onrampOptions(
    {},
    {},
    {},
    {
      tokenBalances: async (_account, { id }) => [
        { asset: { chain: id, address: contract, symbol: 'co…c0', name: 'co…c0', decimals: 4 }, value: 0n },
      ],
    },
  )
  const world = openForm(
    {
      options: () => ({
        body: {
          paymentCurrencies: [{ id: 'USD', payment_method_limits: [] }],
          purchaseCurrencies: [
            { id: 'dol', name, symbol, networks: [{ name: 'e', chain_id: '1', contract_address: contract }] },
          ],
        },
      }),
      quote: (amount) => quoteResponse({ amount, paymentCurrency: 'USD', purchaseCurrency: symbol }),
      url: (body) => {
        requestedAssets.push(Object(body).destinationWallets[0].assets)
        return { body: { url: 'https://provider.example/1' } }
      },
    },
    {},
    adapter ? { adapter } : {},
  )
  await fillForm(world)
  const options = world.store.get(optionsAtom)
  expect(options).toMatchObject({ tokens: [{ name: 'Dollar Coin', symbol: 'DOL' }] })
  expect(world.store.get(quoteTextsAtom)?.symbol).toBe('DOL')
  world.store.set(buyAtom)
  // Decimals are the chain's, which has no name for it.
  expect(world.store.get(ordersAtom)).toMatchObject([
    { asset: { name: 'Dollar Coin', symbol: 'DOL', decimals: 4 } },
  ])
  expect(requestedAssets).toEqual([[symbol]])
})
