import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from '#widget/chains/request-facts.ts'

/** Requests with one fact each, by the name of their state. Test only. */
export const factStates: Readonly<Record<string, Fact>> = {
  message: { is: 'message', text: 'I agree to the terms of the shop.', isDisguised: false },
  blind: { is: 'blind', why: 'hash', bytes: `0x${'9c'.repeat(32)}` },
  authorisation: {
    is: 'authorisation',
    delegate: '0x00000000009726632680FB29d3F7A9734E3010E2',
    chain: undefined,
  },
  'network from the site': {
    is: 'network',
    chain: parseChainId('eip155:1337'),
    name: 'Shop Chain',
    symbol: 'SHOP',
    decimals: 18,
    nodes: ['https://rpc.shop.example'],
    explorers: ['https://explorer.shop.example'],
    isOwn: false,
  },
  'token from the site': {
    is: 'listing',
    standard: 'ERC20',
    contract: '0x5555555555555555555555555555555555555555',
    symbol: 'USDC',
    decimals: 6,
    picture: 'https://shop.example/usdc.png',
    isListed: false,
    reported: { symbol: 'SHOP', decimals: 18 },
  },
  'encoded message': {
    is: 'message',
    text: 'c8d5a65e2234f55d'.repeat(16),
    isDisguised: false,
    doubt: 'encoded',
  },
  'stake to another account': {
    is: 'withdrawal',
    kind: 'stake',
    account: 'GwCXyJ8AesaucFMTUSZmiFVMhVngpeBxaBC7mQJiZct3',
    to: '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
    figure: { value: 250_000_000_000n, contract: undefined, asset: { symbol: 'SOL', decimals: 9 } },
  },
  'transfer to a token account': {
    is: 'transfer',
    from: undefined,
    to: '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
    figure: {
      value: 5_000_000_000n,
      contract: undefined,
      asset: { symbol: 'SOL', decimals: 9 },
    },
    tokenAccount: { owner: 'GwCXyJ8AesaucFMTUSZmiFVMhVngpeBxaBC7mQJiZct3', isAssociated: false },
  },
  'transfer of a token with a fee': {
    is: 'transfer',
    from: undefined,
    to: '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
    figure: {
      value: 100_000_000n,
      contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      asset: { symbol: 'USDX', decimals: 6 },
    },
    arrives: 95_000_000n,
  },
  'votes of a token': {
    is: 'authority',
    name: 'delegate',
    right: 'votes',
    to: '0x00000000009726632680FB29d3F7A9734E3010E2',
    contract: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
  },
  'proxy of a limited type': {
    is: 'authority',
    name: 'proxy.addProxy',
    right: 'limited',
    to: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  },
  'coins locked': {
    is: 'known-call',
    name: 'nominationPools.join',
    lines: [{ label: 'poolId', value: '12' }],
    locked: { value: 250_000_000_000n, contract: undefined, asset: { symbol: 'DOT', decimals: 10 } },
  },
  'permit without an end': {
    is: 'permit',
    standard: 'DAI',
    spender: '0x00000000009726632680FB29d3F7A9734E3010E2',
    figure: {
      value: 2n ** 256n - 1n,
      contract: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      asset: { symbol: 'DAI', decimals: 18 },
    },
    isUnlimited: true,
    deadline: undefined,
  },
}
