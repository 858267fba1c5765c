import * as z from 'zod/mini'
import type { Fact, Line } from '../request-facts.ts'
import { isUnlimited, permit2 } from './call-facts.ts'
import { parseWalletChain } from './chain-number.ts'
import { addressSchema, isSameHex } from './hex.ts'

const lineLimit = 40
const valueMaxLength = 400

const typedDataSchema = () =>
  z.object({
    domain: z.catch(
      z.object({
        name: z.optional(z.string()),
        version: z.optional(z.string()),
        chainId: z.optional(z.union([z.string(), z.number()])),
        verifyingContract: z.optional(z.string()),
      }),
      {},
    ),
    primaryType: z.string(),
    message: z.record(z.string(), z.unknown()),
  })

type TypedData = z.output<ReturnType<typeof typedDataSchema>>

/** An unsigned integer as dApps write it in typed data. */
const amount = () =>
  z.pipe(
    z.union([z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)), z.int().check(z.gte(0))]),
    z.transform((value) => BigInt(value)),
  )

const permitSchema = () => z.object({ spender: addressSchema, value: amount(), deadline: amount() })
const daiPermitSchema = () => z.object({ spender: addressSchema, allowed: z.boolean(), expiry: amount() })
const details = () => z.object({ token: addressSchema, amount: amount() })
/** One, or several of a batch. */
const someDetails = () =>
  z.union([
    z.array(details()),
    z.pipe(
      details(),
      z.transform((one) => [one]),
    ),
  ])
const allowanceSchema = () =>
  z.object({ details: someDetails(), spender: addressSchema, sigDeadline: amount() })
const transferSchema = () =>
  z.object({ permitted: someDetails(), spender: addressSchema, deadline: amount() })

type Permit = Extract<Fact, { is: 'permit' }>

const permitOf = (
  standard: Permit['standard'],
  spender: string,
  contract: string,
  value: bigint,
  deadline: bigint,
): Permit => ({
  is: 'permit',
  standard,
  spender,
  figure: { value, contract },
  isUnlimited: isUnlimited(value),
  deadline,
})

/** Approvals by signature: EIP-2612 and DAI's name the token by their domain, Permit2 inside the message. */
function permits({ primaryType, message, domain }: TypedData): readonly Fact[] {
  const contract = domain.verifyingContract ?? ''
  if (primaryType === 'Permit') {
    const permit = permitSchema().safeParse(message)
    if (permit.success) {
      const { spender, value, deadline } = permit.data
      return [permitOf('EIP-2612', spender, contract, value, deadline)]
    }
    const dai = daiPermitSchema().safeParse(message)
    if (!dai.success) return []
    const { spender, allowed, expiry } = dai.data
    return [permitOf('DAI', spender, contract, allowed ? 2n ** 256n - 1n : 0n, expiry)]
  }
  if (/^Permit(Single|Batch)$/.test(primaryType)) {
    const allowance = allowanceSchema().safeParse(message)
    if (!allowance.success) return []
    const { spender, sigDeadline } = allowance.data
    return allowance.data.details.map((one) =>
      permitOf('Permit2', spender, one.token, one.amount, sigDeadline),
    )
  }
  if (/^Permit(Batch)?(Witness)?TransferFrom$/.test(primaryType)) {
    const transfer = transferSchema().safeParse(message)
    if (!transfer.success) return []
    const { spender, deadline } = transfer.data
    return transfer.data.permitted.map((one) => permitOf('Permit2', spender, one.token, one.amount, deadline))
  }
  return []
}

/** Every value of the message by its path, in order. */
function linesOf(value: unknown, label: string): readonly Line[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => linesOf(one, `${label}[${index}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => linesOf(one, label === '' ? key : `${label}.${key}`))
  return [{ label, value: String(value).slice(0, valueMaxLength) }]
}

/** Offers to sell, by the names of Seaport, 0x, Wyvern and the like; a contract must be there to take them up. */
const isOrder = ({ primaryType, domain }: TypedData): boolean =>
  domain.verifyingContract !== undefined && /(^OrderComponents|Order)$/.test(primaryType)

/** Permit2 has one address on every chain; anything else under its name or with its types is another contract. */
const isImpostor = ({ domain, primaryType }: TypedData): boolean => {
  const claims = domain.name === 'Permit2' || /^Permit(Single|Batch|TransferFrom|Witness)/.test(primaryType)
  return claims && !isSameHex(domain.verifyingContract, permit2)
}

function parse(text: unknown): TypedData | undefined {
  try {
    const data: unknown = typeof text === 'string' ? JSON.parse(text) : text
    const parsed = typedDataSchema().safeParse(data)
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/**
 * What EIP-712 data agrees to: the permits in it, and all of it line by line. Verifying contracts that are the signer's
 * own account, or no address, are impostors: no contract could check such a signature.
 */
export function readTypedData(data: unknown, account: string): readonly Fact[] {
  const typed = parse(data)
  if (typed === undefined)
    return [{ is: 'blind', why: 'unreadable', bytes: String(data).slice(0, valueMaxLength) }]
  const { name, chainId, verifyingContract: contract } = typed.domain
  const isNoContract =
    contract !== undefined && (!z.safeParse(addressSchema, contract).success || isSameHex(contract, account))
  const said: Fact = {
    is: 'typed-data',
    name,
    chain: parseWalletChain(chainId),
    contract,
    primaryType: typed.primaryType,
    lines: linesOf(typed.message, '').slice(0, lineLimit),
    purpose: isOrder(typed) ? 'order' : undefined,
    isImpostor: isNoContract || isImpostor(typed),
  }
  return [...permits(typed), said]
}
