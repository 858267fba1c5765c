import { respondWithJson, type StubHandler } from '../../../vendor-clients/testing/vendor-stub.ts'

type Json = Readonly<Record<string, unknown>>

/** An address object with Blockscout's other members. */
const accountOf = (hash: string) => ({
  ...{ hash, is_contract: false, is_verified: false, is_scam: false, name: null, ens_domain_name: null },
  ...{ implementations: [], metadata: null, private_tags: [], public_tags: [], watchlist_names: [] },
})

export const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

const timeOf = (block: number): string => new Date(Date.UTC(2026, 0, 1) + block * 12_000).toISOString()

/** A transaction as `/addresses/{hash}/transactions` lists it. */
export const wireTransaction = (
  hash: number,
  block: number,
  from: string,
  to: string | null,
  overrides: Json = {},
): Json => ({
  ...{ hash: hashOf(hash), result: 'success', status: 'ok', block_number: block, timestamp: timeOf(block) },
  ...{ from: accountOf(from), to: to === null ? null : accountOf(to), created_contract: null },
  ...{
    confirmations: 9,
    confirmation_duration: [1_000, 2_000],
    value: '0',
    fee: { type: 'actual', value: '1' },
  },
  ...{ gas_price: '1', gas_used: '21000', gas_limit: '21000', type: 2, nonce: hash, position: 0 },
  ...{ raw_input: '0x', decoded_input: null, method: null, token_transfers: null, transaction_types: [] },
  ...overrides,
})

export const usdc = {
  ...{ address_hash: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin' },
  ...{ decimals: '6', type: 'ERC-20', icon_url: 'https://icons.example/usdc.png', exchange_rate: '0.9998' },
}

/** A transfer as `/addresses/{hash}/token-transfers` lists it. */
export const wireTransfer = (
  hash: number,
  block: number,
  from: string,
  to: string,
  value: string | null,
  overrides: Json = {},
): Json => ({
  ...{
    transaction_hash: hashOf(hash),
    block_number: block,
    timestamp: timeOf(block),
    log_index: hash % 1_000,
  },
  ...{ from: accountOf(from), to: accountOf(to), total: { value, decimals: '6' }, token: usdc },
  ...{ type: 'token_transfer', token_type: 'ERC-20', method: 'transfer', block_hash: hashOf(block) },
  ...overrides,
})

/** An internal transaction as `/addresses/{hash}/internal-transactions` lists it. */
export const wireInternal = (
  hash: number,
  block: number,
  from: string,
  to: string | null,
  value: string,
  overrides: Json = {},
): Json => ({
  ...{ transaction_hash: hashOf(hash), transaction_index: 0, block_number: block, timestamp: timeOf(block) },
  ...{ from: accountOf(from), to: to === null ? null : accountOf(to), created_contract: null, index: 1 },
  ...{ value, success: true, error: null, type: 'call', gas_limit: '0' },
  ...overrides,
})

export type BlockscoutLists = {
  /** Newest first. */
  readonly transactions?: readonly Json[]
  readonly transfers?: readonly Json[]
  readonly internals?: readonly Json[]
  readonly pageSize?: number
  /** Versions before 12 repeat the request parameters, and count items. */
  readonly version?: 11 | 12
  readonly apiKey?: string
}

/** The `next_page_params` for the last item of a page. */
const cursors: Readonly<Record<string, (item: Json) => Json>> = {
  transactions: ({ block_number, hash, position, value }) => ({
    ...{
      block_number,
      hash,
      index: position,
      value,
      fee: '21000',
      inserted_at: '2026-01-01T10:26:51.474448Z',
    },
  }),
  'token-transfers': ({ block_number, log_index }) => ({ block_number, index: log_index }),
  'internal-transactions': ({ block_number, index, transaction_index }) => ({
    ...{ block_number, index, transaction_index },
  }),
}

/**
 * The three lists of an address as in Blockscout's OpenAPI description; an unknown parameter gets a 422, as since version
 * 9.3.
 */
export function blockscoutApi(address: string, lists: BlockscoutLists): StubHandler {
  const { transactions = [], transfers = [], internals = [], pageSize = 50, version = 12, apiKey } = lists
  const itemsOf: Readonly<Record<string, readonly Json[]>> = {
    ...{ transactions, 'token-transfers': transfers, 'internal-transactions': internals },
  }
  return (request, response) => {
    const { method, path, query, headers } = request
    const list = path.startsWith(`/api/v2/addresses/${address}/`) ? path.split('/').at(-1) : undefined
    const items = itemsOf[list ?? '']
    const cursorOf = cursors[list ?? '']
    if (method !== 'GET' || items === undefined || cursorOf === undefined) {
      respondWithJson({ message: 'Not found' }, 404)(request, response)
      return
    }
    if (headers.authorization !== (apiKey && `Bearer ${apiKey}`)) {
      respondWithJson({ message: 'Unauthorized' }, 401)(request, response)
      return
    }
    const { type, items_count: _, ...position } = query
    const isPaged = Object.keys(position).length > 0
    const knownParameters = Object.keys(cursorOf(items[0] ?? {}))
    const isTyped = list === 'token-transfers' ? type === 'ERC-20' : type === undefined
    if (!isTyped || Object.keys(position).some((name) => !knownParameters.includes(name))) {
      respondWithJson({ errors: [{ title: 'Invalid value', detail: 'Unexpected field' }] }, 422)(
        request,
        response,
      )
      return
    }
    const isAt = (item: Json) =>
      Object.entries(cursorOf(item)).every(([name, value]) => position[name] === String(value))
    const start = isPaged ? items.findIndex(isAt) + 1 : 0
    const page = items.slice(start, start + pageSize)
    const last = page.at(-1)
    const isEnd = last === undefined || start + pageSize >= items.length
    const repeated = version < 12 ? { items_count: page.length, ...(type && { type }), key: apiKey } : {}
    respondWithJson({ items: page, next_page_params: isEnd ? null : { ...cursorOf(last), ...repeated } })(
      request,
      response,
    )
  }
}
