import * as z from '../../../shared/zod.ts'
import { oneInchChainIds } from '../adapters/oneinch/routers.ts'
import { expecting, group, optionalGroup, setting } from './setting.ts'
import {
  chainId,
  countryCode,
  evmAddress,
  evmChainId,
  httpsUrl,
  httpUrl,
  shortText,
  tokenAddress,
  wholeNumber,
} from './value-types.ts'

const apiKey = shortText(512)

/** Base URL of DefiLlama's own price API. */
const defillamaUrl = 'https://coins.llama.fi'

/** Price sources, in the default order. */
const priceSources = ['chainlink', 'defillama'] as const

const network = z.strictObject({
  id: setting(chainId, { description: 'CAIP-2 id of the network.' }),
  name: setting(z.optional(shortText(64)), {
    description:
      'Name that users see. Required, as nativeCurrency is, for a network that the bundled table lacks.',
  }),
  nativeCurrency: setting(
    z.optional(
      z.strictObject({
        name: setting(shortText(64), { description: 'Name of the native coin.' }),
        symbol: setting(shortText(16), { description: 'Symbol of the native coin.' }),
        decimals: setting(wholeNumber(0, 36), { description: 'Decimal places of the native coin.' }),
      }),
    ),
    { description: 'The native coin.' },
  ),
  explorer: setting(
    z.optional(
      z.strictObject({
        name: setting(shortText(64), { description: 'Name of the block explorer.' }),
        url: setting(httpUrl, { description: 'Base URL of the block explorer.' }),
      }),
    ),
    { description: 'Block explorer that transactions link to.' },
  ),
  testnet: setting(z.optional(z.boolean()), { description: 'Whether its coins are without value.' }),
  rpcUrls: setting(
    z.optional(
      expecting(
        z.array(httpUrl).check(z.minLength(1), z.maxLength(8)),
        'a list of 1 to 8 URLs with https:// or http://',
      ),
    ),
    {
      description:
        'JSON-RPC nodes, in order of preference. They replace the bundled public ones; browsers never see them.',
      isSecret: true,
    },
  ),
})

const pinnedToken = z.strictObject({
  chain: setting(chainId, { description: 'CAIP-2 id of the network.' }),
  address: setting(tokenAddress, { description: 'Ethereum contract or Solana mint.' }),
  symbol: setting(shortText(16), { description: 'Symbol that users see.' }),
  decimals: setting(wholeNumber(0, 36), { description: 'Decimal places.' }),
  name: setting(z.optional(shortText(64)), { description: 'Name that users see.' }),
})

/** Networks and the sources of account data on them. */
export const chainSettings = {
  networks: setting(z._default(z.array(network), []), {
    description:
      'Networks with RPC nodes of your own, and networks that the bundled table lacks. All others keep their bundled public nodes.',
    example: [{ id: 'eip155:1', rpcUrls: ['https://node.example/key'] }],
  }),
  tokens: setting(z._default(z.array(pinnedToken).check(z.maxLength(500)), []), {
    description: 'Tokens whose symbol and decimals the deployment vouches for, besides the bundled list.',
    example: [{ chain: 'eip155:1', address: '0x…', symbol: 'SHOP', decimals: 18 }],
  }),
  prices: group('Sources of token prices.', {
    order: setting(z._default(z.array(z.enum(priceSources)), [...priceSources]), {
      description:
        'Sources that are enabled, in the order in which they are called: the first that has a fresh price of a token decides. A source that fails leaves its tokens to the next.',
    }),
    chainlink: group('Chainlink price feeds, read from the chain.', {
      isEnabled: setting(z._default(z.boolean(), true), { description: 'Whether the feeds are read.' }),
    }),
    defillama: group(
      'DefiLlama’s public price API. Its prices are in USD; others need the feeds of Chainlink.',
      {
        isEnabled: setting(z._default(z.boolean(), false), { description: 'Whether the API is called.' }),
        url: setting(z._default(httpUrl, defillamaUrl), { description: 'Base URL of the API.' }),
        maxAgeSeconds: setting(z._default(wholeNumber(60, 86_400), 3_600), {
          description: 'A price that is older is not shown.',
          unit: 'seconds',
        }),
        minConfidencePercent: setting(z._default(wholeNumber(0, 100), 90), {
          description: 'A price of which DefiLlama is less sure is not shown.',
          unit: 'percent',
        }),
      },
    ),
  }),
  history: group('Sources of transaction history. A network without a source has none.', {
    otterscan: group('The ots_* methods of JSON-RPC nodes (Erigon, Anvil).', {
      chainIds: setting(z._default(z.array(chainId), []), {
        description: 'Networks whose nodes have the methods.',
      }),
    }),
    blockscout: group('Blockscout explorers.', {
      explorers: setting(
        z._default(
          z.array(
            z.strictObject({
              chainId: setting(evmChainId, { description: 'CAIP-2 id of the network.' }),
              url: setting(httpUrl, {
                description:
                  'Base URL of the explorer; with a key https://api.blockscout.com/<number of the network>.',
              }),
              apiKey: setting(z.optional(apiKey), { description: 'API key.', isSecret: true }),
            }),
          ),
          [],
        ),
        {
          description: 'One explorer per network.',
          example: [{ chainId: 'eip155:1', url: 'https://eth.blockscout.com' }],
        },
      ),
    }),
    etherscan: optionalGroup('Etherscan’s API, version 2.', {
      apiKey: setting(apiKey, { description: 'API key.', isSecret: true }),
      url: setting(z._default(httpsUrl, 'https://api.etherscan.io/v2/api'), {
        description: 'URL of the API.',
      }),
      chainIds: setting(z._default(z.array(evmChainId), ['eip155:1']), {
        description: 'Networks whose history is read; the free plan does not have all.',
      }),
      requestsPerSecond: setting(z._default(wholeNumber(1, 100), 3), {
        description:
          'Requests in a second: of all servers together with Redis, else of each. The limit of a plan (3 in the free one) is that of the key: without Redis, divide it by the number of servers.',
      }),
    }),
  }),
  swaps: group('Sources of swap quotes. A network without a source has no swaps.', {
    order: setting(z._default(z.array(z.enum(['uniswapV2', 'oneInch'])), ['uniswapV2', 'oneInch']), {
      description:
        'Which source serves a network that several have: the first in this list. A network has one source; it is not replaced by another when it fails, because an approval is for the contract of one source.',
    }),
    uniswapV2: setting(
      z._default(
        z.array(
          z.strictObject({
            chainId: setting(chainId, { description: 'CAIP-2 id of the network.' }),
            router: setting(evmAddress, { description: 'Address of the router contract.' }),
          }),
        ),
        [],
      ),
      { description: 'Routers with the interface of Uniswap V2, read from the chain. No vendor is called.' },
    ),
    oneInch: optionalGroup('1inch’s API for Ethereum networks.', {
      apiKey: setting(apiKey, { description: 'API key.', isSecret: true }),
      url: setting(z._default(httpsUrl, 'https://api.1inch.dev'), { description: 'Base URL of the API.' }),
      chainIds: setting(
        z._default(z.array(z.enum(oneInchChainIds)).check(z.minLength(1)), [...oneInchChainIds]),
        {
          description: 'Networks that it serves, of those whose router contract the server knows.',
        },
      ),
      requestIntervalMs: setting(z._default(wholeNumber(0, 60_000), 1_000), {
        description:
          'Time between two requests: of all servers together with Redis, else of each. The free plan allows one request per second and key: without Redis, multiply it by the number of servers.',
        unit: 'milliseconds',
      }),
    }),
    jupiter: optionalGroup('Jupiter’s API for Solana.', {
      apiKey: setting(apiKey, { description: 'API key.', isSecret: true }),
      url: setting(z._default(httpsUrl, 'https://api.jup.ag'), { description: 'Base URL of the API.' }),
    }),
  }),
  onramp: group('Providers that sell tokens for money. Without one, buying is off.', {
    meld: optionalGroup('Meld.', {
      apiKey: setting(apiKey, { description: 'API key.', isSecret: true }),
      webhookSecret: setting(apiKey, {
        description: 'Secret that Meld signs its webhooks with.',
        isSecret: true,
      }),
      url: setting(z._default(httpsUrl, 'https://api.meld.io'), { description: 'Base URL of the API.' }),
      countryCode: setting(z._default(countryCode, 'US'), {
        description: 'Country whose sellers and prices are quoted: ISO 3166-1, two letters.',
      }),
    }),
    stripe: optionalGroup('Stripe’s crypto onramp.', {
      secretKey: setting(apiKey, { description: 'Secret API key.', isSecret: true }),
      webhookSecret: setting(apiKey, {
        description: 'Secret that Stripe signs its webhooks with.',
        isSecret: true,
      }),
      url: setting(z._default(httpsUrl, 'https://api.stripe.com'), { description: 'Base URL of the API.' }),
    }),
  }),
}
