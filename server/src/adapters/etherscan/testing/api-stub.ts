import { respondWithJson, type StubHandler } from '../../../vendor-clients/testing/vendor-stub.ts'

type Json = Readonly<Record<string, unknown>>

export const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const timeOf = (block: number): string => String(Date.UTC(2026, 0, 1) / 1_000 + block * 12)
const place = (hash: number, block: number) => ({
  ...{ blockNumber: String(block), timeStamp: timeOf(block), hash: hashOf(hash), blockHash: hashOf(block) },
})
const gas = { gas: '21000', gasPrice: '1', gasUsed: '21000', cumulativeGasUsed: '21000', confirmations: '9' }

/** A transaction as `action=txlist` lists it. */
export const wireTransaction = (
  hash: number,
  block: number,
  from: string,
  to: string,
  overrides: Json = {},
): Json => ({
  ...place(hash, block),
  ...{ nonce: String(hash), transactionIndex: '0', from, to, value: '0', input: '0x', methodId: '0x' },
  ...{ functionName: '', contractAddress: '', txreceipt_status: '1', isError: '0', ...gas },
  ...overrides,
})

export const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** A transfer as `action=tokentx` lists it. */
export const wireTransfer = (
  hash: number,
  block: number,
  from: string,
  to: string,
  value: string,
  overrides: Json = {},
): Json => ({
  ...place(hash, block),
  ...{
    nonce: '1',
    from,
    contractAddress: usdc,
    to,
    value,
    transactionIndex: '0',
    input: 'deprecated',
    ...gas,
  },
  ...{ tokenName: 'USD Coin', tokenSymbol: 'USDC', tokenDecimal: '6', methodId: '0xa9059cbb' },
  ...overrides,
})

/** An internal transaction as `action=txlistinternal` lists it. */
export const wireInternal = (
  hash: number,
  block: number,
  from: string,
  to: string,
  value: string,
  overrides: Json = {},
): Json => ({
  ...place(hash, block),
  ...{
    from,
    to,
    value,
    contractAddress: '',
    input: '',
    type: 'call',
    gas: '2300',
    gasUsed: '0',
    traceId: '0_1',
  },
  ...{ isError: '0', errCode: '' },
  ...overrides,
})

export type EtherscanLists = {
  /** Newest first. */
  readonly txlist?: readonly Json[]
  readonly tokentx?: readonly Json[]
  readonly txlistinternal?: readonly Json[]
}

const errorResponse = (result: string) => respondWithJson({ status: '0', message: 'NOTOK', result })
const names = [
  'chainid',
  'module',
  'action',
  'address',
  'startblock',
  'endblock',
  'page',
  'offset',
  'sort',
  'apikey',
]

/** The three actions of the account module as https://docs.etherscan.io documents them, for one network, address and key. */
export function etherscanApi(
  chain: string,
  account: string,
  key: string,
  { txlist = [], tokentx = [], txlistinternal = [] }: EtherscanLists,
): StubHandler {
  const actions: Readonly<Record<string, readonly Json[]>> = { txlist, tokentx, txlistinternal }
  return (request, response) => {
    const { method, path, query, headers } = request
    const handlerFor = (): StubHandler => {
      const rows = actions[query.action ?? '']
      const isKnown = Object.keys(query).every((name) => names.includes(name))
      if (method !== 'GET' || path !== '/v2/api' || !isKnown || headers.authorization !== undefined)
        return errorResponse('Error! Missing Or invalid parameter')
      if (query.chainid !== chain) return errorResponse('Missing or unsupported chainid parameter')
      if (query.apikey !== key) return errorResponse(`Invalid API Key (#err2)|${query.apikey}`)
      if (query.module !== 'account' || rows === undefined)
        return errorResponse('Error! Missing Or invalid Action name')
      if (query.address?.toLowerCase() !== account) return errorResponse('Error! Invalid address format')
      const [offset, page] = [Number(query.offset), Number(query.page)]
      if (offset * page > 10_000)
        return errorResponse(
          'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
        )
      const [start, end] = [Number(query.startblock), Number(query.endblock)]
      const found = rows.filter(
        ({ blockNumber }) => Number(blockNumber) >= start && Number(blockNumber) <= end,
      )
      const matching = (query.sort === 'desc' ? found : found.toReversed()).slice(
        (page - 1) * offset,
        page * offset,
      )
      return matching.length === 0
        ? respondWithJson({ status: '0', message: 'No transactions found', result: [] })
        : respondWithJson({ status: '1', message: 'OK', result: matching })
    }
    handlerFor()(request, response)
  }
}
