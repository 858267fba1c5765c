import { createPublicKey, randomBytes, randomInt, randomUUID, verify } from 'node:crypto'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { isAddress, isHex } from 'viem'
import { getAuthMe, getAuthNonce, postAuthenticate, postOtp, postSignOut, putOtp } from '#shared/api/auth.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { SignInSession } from '#shared/channel/sign-in-session.ts'
import { isInForce } from '#shared/siwx/misfits.ts'
import { parseSignInText } from '#shared/siwx/parse.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { fromBase58 } from '../wallets/base58.ts'
import { type Call, type createMount, Refusal } from './mount.ts'
import type { Project } from './projects.ts'

type Mount = ReturnType<typeof createMount>
type Headers = Pick<Call<string, unknown, unknown>, 'header'>

const nonceLifetimeMs = 300_000
const otpLifetimeMs = 1_200_000
const wrongTryLimit = 5
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

type Otp = {
  readonly email: string
  readonly account: string
  readonly code: string
  readonly madeAtMs: number
  isConfirmed: boolean
  wrongTries: number
}

const bearer = ({ header }: Headers, name: string): string => header(name)?.replace(/^Bearer /, '') ?? ''

function verifySolana(address: string, message: string, signature: string): boolean {
  const [key, bytes] = [fromBase58(address), fromBase58(signature)]
  if (key?.length !== 32 || bytes === undefined) return false
  const der = Buffer.concat([ed25519Prefix, key])
  return verify(null, Buffer.from(message), createPublicKey({ key: der, format: 'der', type: 'spki' }), bytes)
}

/** A backend that signs people in: nonces, proof by the chains and the keys themselves, sessions, and e-mail codes. */
export function mountAuth(mount: Mount, chains: readonly RunningChain[]) {
  const nonces = new Map<string, { readonly nonce: string; readonly madeAtMs: number }>()
  const sessions = new Map<
    string,
    { readonly data: SignInSession['data']; readonly email: string | undefined }
  >()
  const otps = new Map<string, Otp>()

  const isProved = async ({ data, message, signature }: SignInSession): Promise<boolean> => {
    const { accountAddress: address, chainId } = data
    switch (namespaceOf(chainId)) {
      case 'eip155': {
        const chain = chains.find(({ plan }) => `eip155:${plan.chainId}` === chainId)
        if (!chain || !isAddress(address) || !isHex(signature)) return false
        return chain.client.verifyMessage({ address, message, signature })
      }
      case 'solana':
        return verifySolana(address, message, signature)
      case 'polkadot':
        await cryptoWaitReady()
        return signatureVerify(message, signature, address).isValid
      default:
        return false
    }
  }
  const sites = (project: Project) => project.allowedOrigins.map((origin) => new URL(origin).host)

  mount.get(getAuthNonce, () => {
    const [nonce, token] = [randomBytes(16).toString('hex'), randomBytes(24).toString('base64url')]
    nonces.set(token, { nonce, madeAtMs: Date.now() })
    return { nonce, token }
  })
  mount.post(postAuthenticate, async ({ body, header, project }) => {
    const given = bearer({ header }, 'x-nonce-jwt')
    const known = nonces.get(given)
    nonces.delete(given)
    const read = parseSignInText(body.message)
    if (!known || known.nonce !== read?.nonce || Date.now() - known.madeAtMs > nonceLifetimeMs)
      throw new Refusal(401, 'The nonce is not of this server, or over')
    if (JSON.stringify(Object.entries(read).sort()) !== JSON.stringify(Object.entries(body.data).sort()))
      throw new Refusal(400, 'The text says something else than its data')
    if (!sites(project).includes(read.domain))
      throw new Refusal(401, `Not a site of this project: ${read.domain}`)
    if (!isInForce(read, Date.now())) throw new Refusal(401, 'The message does not hold now')
    if (!(await isProved({ data: read, message: body.message, signature: body.signature })))
      throw new Refusal(401, 'The signature does not hold')
    const otp = otps.get(header('x-otp') ?? '')
    const token = randomBytes(24).toString('base64url')
    sessions.set(token, { data: read, email: otp?.isConfirmed ? otp.email : undefined })
    return { token }
  })
  mount.get(getAuthMe, ({ header }) => {
    const session = sessions.get(bearer({ header }, 'authorization'))
    if (!session || !isInForce(session.data, Date.now())) throw new Refusal(401, 'No such session')
    const { accountAddress: address, chainId } = session.data
    return { address, chainId, email: session.email ?? null }
  })
  mount.post(postSignOut, ({ header }) => {
    sessions.delete(bearer({ header }, 'authorization'))
    return {}
  })
  mount.post(postOtp, ({ body: { email, account } }) => {
    const isKnown = [...otps.values()].some(
      (otp) => otp.isConfirmed && otp.email === email && otp.account === account,
    )
    if (isKnown) return { uuid: null }
    const uuid = randomUUID()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    otps.set(uuid, { email, account, code, madeAtMs: Date.now(), isConfirmed: false, wrongTries: 0 })
    return { uuid }
  })
  mount.put(putOtp, ({ body, header }) => {
    const otp = otps.get(header('x-otp') ?? '')
    if (!otp || Date.now() - otp.madeAtMs > otpLifetimeMs) throw new Refusal(404, 'The code is over')
    // A million codes, and twenty minutes: nobody guesses on.
    if (otp.wrongTries >= wrongTryLimit) throw new Refusal(429, 'Too many wrong codes')
    if (otp.code !== body.code) {
      otp.wrongTries += 1
      throw new Refusal(400, 'Invalid code')
    }
    otp.isConfirmed = true
    return {}
  })

  return {
    /** The mailbox of this world: the last code sent to an address. */
    codeFor: (email: string) => [...otps.values()].findLast((otp) => otp.email === email)?.code,
    /** Who is signed in now, CAIP-10. */
    signedIn: () =>
      [...sessions.values()].map(({ data, email }) => ({
        account: `${data.chainId}:${data.accountAddress}`,
        domain: data.domain,
        email: email ?? null,
      })),
  }
}
