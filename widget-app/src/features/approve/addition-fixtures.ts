import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from '#widget/chains/request-facts.ts'

/** What a site asks a wallet to show, by the name of its state. */
export const additions: Readonly<Record<string, Fact>> = {
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
}
