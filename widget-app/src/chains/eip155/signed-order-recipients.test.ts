import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { parseTypedData } from './canonical/canonical-typed-data.ts'
import { alice, bob, tokenAddress } from './testing/unit-world.ts'
import { decodeTypedData } from './typed-data/decode-typed-data.ts'

const zeroAddress = '0x0000000000000000000000000000000000000000'
const members = (text: string) =>
  text.split(', ').map((one) => {
    const [type = '', name = ''] = one.split(' ')
    return { name, type }
  })
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

type Structs = Readonly<Record<string, string>>
function risks(primaryType: string, structs: Structs, message: object, contract = tokenAddress) {
  const types = Object.fromEntries(Object.entries(structs).map(([name, text]) => [name, members(text)]))
  const domain = { name: 'Orders', chainId: 1, verifyingContract: contract }
  const facts = decodeTypedData(parseTypedData({ types, primaryType, domain, message }), alice)
  const description = { account: alice, chain: parseChainId('eip155:1'), facts }
  return risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
}

/** CoW: the recipient of the bought token is a member of the order. */
const cow = (receiver: string) =>
  risks(
    'Order',
    { Order: 'address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount' },
    { sellToken: tokenAddress, buyToken: bob, receiver, sellAmount: '9', buyAmount: '1' },
  )

/** Seaport: the offerer gets its own items of the consideration. */
type Item = string | readonly [recipient: string, amount: string, token?: string]
const itemOf = (item: Item) => (typeof item === 'string' ? ([item, '1'] as const) : item)
const seaport = (...items: readonly Item[]) =>
  risks(
    'OrderComponents',
    {
      OrderComponents: 'address offerer, OfferItem[] offer, ConsiderationItem[] consideration',
      OfferItem: 'address token, uint256 startAmount',
      ConsiderationItem: 'address token, uint256 startAmount, address recipient',
    },
    {
      offerer: alice,
      offer: [{ token: tokenAddress, startAmount: '1000' }],
      consideration: items
        .map(itemOf)
        .map(([recipient, startAmount, token = zeroAddress]) => ({ token, startAmount, recipient })),
    },
  )

/** UniswapX: the order is the witness of a Permit2 transfer. */
const witness = (...items: readonly Item[]) =>
  risks(
    'PermitWitnessTransferFrom',
    {
      PermitWitnessTransferFrom:
        'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, Fill witness',
      TokenPermissions: 'address token, uint256 amount',
      Fill: 'address swapper, Output[] outputs',
      Output: 'address token, uint256 amount, bytes32 recipient',
    },
    {
      permitted: { token: tokenAddress, amount: '5' },
      ...{ spender: bob, nonce: '1', deadline: '9' },
      witness: {
        swapper: alice,
        outputs: items
          .map(itemOf)
          .map(([recipient, amount, token = bob]) => ({ token, amount, recipient: word(recipient) })),
      },
    },
    '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  )

it('order with only other accounts as recipients › swap-to-other', () => {
  expect(cow(bob)).toEqual(['order', 'swap-to-other'])
  expect(seaport(bob)).toEqual(['order', 'swap-to-other'])
  expect(seaport(bob, zeroAddress)).toEqual(['order', 'swap-to-other'])
  expect(witness(bob)).toEqual(['permit', 'swap-to-other'])
  expect(witness(`0x${'5'.repeat(64)}`)).toEqual(['permit', 'swap-to-other'])
})

it('order that pays others more than the account › swap-to-other', () => {
  expect(witness([alice, '1'], [bob, '1000'])).toEqual(['permit', 'swap-to-other'])
  expect(witness([alice, '1'], [bob, '1000', alice])).toEqual(['permit', 'swap-to-other'])
  expect(witness([alice, '1000'], [bob, '25'])).toEqual(['permit'])
  expect(seaport([alice, '1'], [bob, '2'])).toEqual(['order', 'swap-to-other'])
  // A bid: the fee is in the token that the account gives; others get less than a tenth of it.
  expect(seaport([alice, '1'], [bob, '99', tokenAddress])).toEqual(['order'])
  expect(seaport([alice, '1'], [bob, '100', tokenAddress])).toEqual(['order', 'swap-to-other'])
})

it('order that pays the account, with fees or without a recipient › only order', () => {
  expect(cow(alice)).toEqual(['order'])
  expect(cow(zeroAddress)).toEqual(['order'])
  expect(seaport(alice.toLowerCase(), bob)).toEqual(['order'])
  expect(witness(alice)).toEqual(['permit'])
})

it('order in which only fees have recipients › only order', () => {
  const structs = {
    ERC721Order: 'address maker, address erc20Token, uint256 erc20TokenAmount, Fee[] fees',
    Fee: 'address recipient, uint256 amount',
  }
  const order = { maker: alice, erc20Token: tokenAddress, erc20TokenAmount: '1' }
  expect(risks('ERC721Order', structs, { ...order, fees: [{ recipient: bob, amount: '1' }] })).toEqual([
    'order',
  ])
})

it('only hashes of orders › bulk order', () => {
  const hash = `0x${'22'.repeat(32)}`
  expect(risks('Orders', { Orders: 'bytes32[] hashes' }, { hashes: [hash] })).toEqual(['bulk-order'])
})
