import { maxUint256 } from 'viem'
import { getConvertGasPrice, getConvertQuotes, getConvertTokens } from '#shared/api/convert.ts'
import { getBuildApprove, getConvertAllowance, postBuildTransaction } from '#shared/api/convert-calls.ts'
import type { AskedSwap, SwapService } from './convert-service.ts'
import { type createMount, Refusal } from './mount.ts'

type Mount = ReturnType<typeof createMount>

type SwapQuery = {
  readonly amount: string
  readonly userAddress: string
  readonly from: string
  readonly to: string
}

/** Chain and address of a CAIP-10 id. */
function splitId(id: string): { readonly chain: string; readonly address: string } {
  const at = id.lastIndexOf(':')
  return { chain: id.slice(0, at), address: id.slice(at + 1) }
}

/** The swap endpoints of the local world: what they answer comes from the contracts and programs of its chains. */
export function mountConvert(mount: Mount, services: readonly SwapService[]): void {
  const serviceOf = (id: string): SwapService => {
    const service = services.find((one) => one.id === id)
    if (service === undefined) throw new Refusal(400, `Chain is not supported: ${id}`)
    return service
  }

  function readSwap(query: SwapQuery): { readonly service: SwapService; readonly swap: AskedSwap } {
    const [from, to, user] = [splitId(query.from), splitId(query.to), splitId(query.userAddress)]
    const service = serviceOf(from.chain)
    if (from.chain !== to.chain || user.chain !== from.chain)
      throw new Refusal(400, 'Both tokens lie on one chain')
    if (from.address.toLowerCase() === to.address.toLowerCase())
      throw new Refusal(400, 'A token cannot be swapped into itself')
    const amount = BigInt(query.amount)
    if (amount === 0n) throw new Refusal(400, 'The amount is zero')
    return { service, swap: { user: user.address, from: from.address, to: to.address, amount } }
  }

  /** An id with its chain again. */
  const idIn = (service: SwapService, address: string): string => `${service.id}:${address}`

  mount.get(getConvertTokens, ({ query }) => {
    const service = serviceOf(query.chainId)
    const tokens = service.tokens()
    return { tokens: tokens.map((token) => ({ ...token, address: idIn(service, token.address) })) }
  })

  mount.get(getConvertQuotes, async ({ query }) => {
    const { service, swap } = readSwap(query)
    const { toAmount, providerFee } = await service.quote(swap)
    return {
      quotes: [
        {
          id: null,
          fromAmount: query.amount,
          fromAccount: query.from,
          toAmount: String(toAmount),
          toAccount: query.to,
          providerFee: String(providerFee),
        },
      ],
    }
  })

  mount.get(getConvertAllowance, async ({ query }) => {
    const token = splitId(query.tokenAddress)
    const { approvals } = serviceOf(token.chain)
    const owner = splitId(query.userAddress).address
    const allowance = (await approvals?.allowance(owner, token.address)) ?? maxUint256
    return { allowance: String(allowance) }
  })

  mount.get(getConvertGasPrice, ({ query }) => serviceOf(query.chainId).gasPrice())

  mount.get(getBuildApprove, async ({ query }) => {
    const token = splitId(query.from)
    const service = serviceOf(token.chain)
    if (service.approvals === undefined) throw new Refusal(400, 'No approval is needed on this chain')
    const amount = query.amount === undefined ? undefined : BigInt(query.amount)
    const owner = splitId(query.userAddress).address
    const tx = await service.approvals.build(owner, token.address, amount)
    return { tx: { ...tx, from: query.userAddress, to: idIn(service, tx.to) } }
  })

  mount.post(postBuildTransaction, async ({ body }) => {
    const { service, swap } = readSwap(body)
    const terms = service.id.startsWith('solana:') ? body.solana : body.eip155
    if (terms === undefined) throw new Refusal(400, 'The slippage is missing')
    const basisPoints = BigInt(Math.round(terms.slippage * 100))
    const tx = await service.build(swap, basisPoints, body.disableEstimate !== true)
    return { tx: { ...tx, from: body.userAddress, to: idIn(service, tx.to) } }
  })
}
