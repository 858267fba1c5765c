import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import {
  type SignInMessage,
  type SignInSession,
  signInMessageSchema,
} from '#shared/channel/records/sign-in-session.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import { timeOf } from '#shared/siwx/validity.ts'
import { parseWire } from '#shared/wire-schema.ts'
import * as z from '#shared/zod.ts'
import type { SignInTerms } from '../walletconnect-source.ts'
import { appendRecapSentence, decodeRecap, isRecap, type Recap, recapSentence } from './recap.ts'

const issuer = /^did:pkh:(eip155:\d{1,16}):(0x[0-9a-fA-F]{40})$/
const text = () => z.optional(z.string())

const cacaoSchema = () =>
  z.object({
    h: z.object({ t: z.enum(['caip122', 'eip4361']) }),
    p: z.object({
      iss: z.string().check(z.regex(issuer)),
      domain: z.string(),
      aud: z.string(),
      version: z.string(),
      nonce: z.string(),
      iat: z.string(),
      nbf: text(),
      exp: text(),
      statement: text(),
      requestId: text(),
      resources: z.optional(z.array(z.string()).check(z.maxLength(32))),
    }),
    s: z.object({
      t: z.enum(['eip191', 'eip1271']),
      s: z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/)),
    }),
  })

/** A CACAO that the wallet signed when it approved a session. */
export type SignedCacao = { readonly session: SignInSession; readonly recap: Recap | undefined }

const definedFields = <Value extends object>(fields: Value) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/**
 * Decodes a CACAO (CAIP-74) of an Ethereum account: its fields, their EIP-4361 message, and the signature of a key or a
 * contract. Returns `undefined` if the value is not one, or if its fields fit no EIP-4361 message.
 */
export function decodeCacao(value: unknown): SignedCacao | undefined {
  const parsed = cacaoSchema().safeParse(value)
  if (!parsed.success) return undefined
  const { iss, aud, iat, nbf, exp, statement, resources, ...rest } = parsed.data.p
  const [, chain = '', accountAddress] = issuer.exec(iss) ?? []
  const last = resources?.at(-1)
  const recap = isRecap(last) ? decodeRecap(last) : undefined
  const message = parseWire(
    signInMessageSchema,
    definedFields({
      ...rest,
      accountAddress,
      chainId: chain,
      uri: aud,
      issuedAt: iat,
      notBefore: nbf || undefined,
      expirationTime: exp || undefined,
      statement: recap ? appendRecapSentence(statement, recap) : statement || undefined,
      resources,
    }),
  )
  if (!message.success) return undefined
  try {
    const session = { data: message.data, message: signInText(message.data), signature: parsed.data.s.s }
    return { session, recap }
  } catch {
    // No EIP-4361 message can contain these fields.
    return undefined
  }
}

/**
 * The terms, chains and methods of a sign-in request, when it was sent (`requestedAt`), and the time now; times in epoch
 * milliseconds.
 */
export type RequestedSignIn = {
  readonly terms: SignInTerms
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly requestedAt: number
  readonly now: number
}

const isWithin = (recap: Recap, { chains, methods }: RequestedSignIn): boolean =>
  recap.methods.every((method) => methods.includes(method)) &&
  recap.chains.every((chain) => chains.includes(chain))

/** The statements that are accepted, with the sentence of a ReCap if there is one. */
const acceptedStatements = (requested: string | undefined, recap: Recap | undefined): readonly string[] =>
  recap ? [[requested, recapSentence(recap)].filter(Boolean).join(' ')] : [requested ?? '']

/**
 * Names of the fields in which the signed message differs from the request; empty if none does. A wallet may omit chains and
 * methods and choose the account, and nothing else.
 */
export function differences(
  { session: { data }, recap }: SignedCacao,
  requested: RequestedSignIn,
): readonly string[] {
  const { terms, chains, requestedAt, now } = requested
  const signedResources = data.resources ?? []
  const hasRecap = isRecap(signedResources.at(-1))
  const plain = hasRecap ? signedResources.slice(0, -1) : signedResources
  const requestedResources = terms.resources ?? []
  const issuedAt = timeOf(data.issuedAt ?? '')
  const matches: { readonly [Field in keyof SignInMessage]-?: boolean } = {
    accountAddress: true,
    version: true,
    chainId: chains.includes(data.chainId),
    domain: data.domain === terms.domain,
    uri: data.uri === terms.uri,
    nonce: data.nonce === terms.nonce,
    statement: acceptedStatements(terms.statement, recap).includes(data.statement ?? ''),
    resources:
      JSON.stringify(plain) === JSON.stringify(requestedResources) &&
      (!hasRecap || (recap !== undefined && isWithin(recap, requested))),
    issuedAt: issuedAt >= requestedAt && issuedAt <= now,
    expirationTime: data.expirationTime === terms.expirationTime,
    notBefore: data.notBefore === undefined,
    requestId: data.requestId === undefined,
  }
  return Object.entries(matches).flatMap(([field, isMatch]) => (isMatch ? [] : [field]))
}

/** Chains, accounts and methods that the signed messages approve, in the form of a session. */
export function approvedBy(signed: readonly SignedCacao[]): {
  readonly chains: readonly ChainId[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
} {
  const pairs = signed.flatMap(({ session: { data }, recap }) =>
    [data.chainId, ...(recap?.chains ?? [])].map((chain) => ({ chain, address: data.accountAddress })),
  )
  return {
    chains: [...new Set(pairs.map(({ chain }) => parseChainId(chain)))],
    accounts: [...new Set(pairs.map(({ chain, address }) => `${chain}:${address}`))],
    methods: [...new Set(signed.flatMap(({ recap }) => recap?.methods ?? []))],
  }
}
