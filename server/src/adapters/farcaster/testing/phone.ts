import { createSiweMessage } from 'viem/siwe'
import * as z from '../../../../../shared/zod.ts'

const statusSchema = z.object({
  state: z.literal('pending'),
  signatureParams: z.object({
    siweUri: z.string(),
    domain: z.string(),
    nonce: z.string(),
    notBefore: z.optional(z.string()),
    expirationTime: z.optional(z.string()),
    requestId: z.optional(z.string()),
  }),
})

/** The request that a phone shows, with the fields of EIP-4361. */
type ShownRequest = z.output<typeof statusSchema>['signatureParams']

/** A Farcaster account, and the key with which its phone signs. */
export type FarcasterAccount = {
  readonly fid: number
  readonly username?: string
  /** Custody or auth address. */
  readonly address: `0x${string}`
  readonly sign: (text: string) => Promise<`0x${string}`>
}

/** What a faulty or hostile phone signs in place of the request. */
export type MessageChange = {
  readonly domain?: string | undefined
  readonly uri?: string
  readonly nonce?: string | undefined
  readonly chainId?: number | undefined
  readonly statement?: string
  /** Of the resource; by default the account's. */
  readonly fid?: number | undefined
  readonly resources?: readonly string[]
  readonly notBefore?: Date
  readonly expirationTime?: Date
  /** Changes the formatted text. */
  readonly rewrite?: (text: string) => string
}

/** A message that a phone has signed, as it sends it to the relay. */
export type SignedAnswer = {
  readonly message: string
  readonly signature: `0x${string}`
  readonly fid: number
  readonly username?: string
}

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)

function messageText(
  { fid, address }: FarcasterAccount,
  request: ShownRequest,
  { rewrite = (text) => text, ...change }: MessageChange,
  nowMs: number,
): string {
  const notBefore = change.notBefore ?? dateOf(request.notBefore)
  const expirationTime = change.expirationTime ?? dateOf(request.expirationTime)
  const text = createSiweMessage({
    ...{ address, version: '1', issuedAt: new Date(nowMs) },
    ...{ domain: change.domain ?? request.domain, uri: change.uri ?? request.siweUri },
    ...{ nonce: change.nonce ?? request.nonce, chainId: change.chainId ?? 10 },
    statement: change.statement ?? 'Farcaster Auth',
    resources: [...(change.resources ?? [`farcaster://fid/${change.fid ?? fid}`])],
    ...(notBefore && { notBefore }),
    ...(expirationTime && { expirationTime }),
    ...(request.requestId !== undefined && { requestId: request.requestId }),
  })
  return rewrite(text)
}

/** The Farcaster app on a phone: opens the URL of a QR code, shows the request, and signs it. */
export function createFarcasterPhone({
  relayUrl,
  phoneKey,
  now,
}: {
  readonly relayUrl: string
  readonly phoneKey: string
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  const tokenOf = (url: string): string => new URL(url).searchParams.get('channelToken') ?? ''

  const readChannel = async (url: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokenOf(url)}` }
    return (await fetch(`${relayUrl}/v1/channel/status`, { headers })).json()
  }

  const show = async (url: string): Promise<ShownRequest> =>
    z.parse(statusSchema, await readChannel(url)).signatureParams

  async function send(url: string, answer: SignedAnswer): Promise<void> {
    const response = await fetch(`${relayUrl}/v1/channel/authenticate`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', authorization: `Bearer ${tokenOf(url)}` },
        'x-farcaster-auth-relay-key': phoneKey,
      },
      body: JSON.stringify(answer),
    })
    if (response.status !== 201) throw new Error(`The relay responded with ${response.status}`)
  }

  /** Signs the request of a URL. */
  async function sign(
    url: string,
    account: FarcasterAccount,
    change: MessageChange = {},
  ): Promise<SignedAnswer> {
    const message = messageText(account, await show(url), change, now())
    const { fid, username } = account
    return {
      ...{ message, signature: await account.sign(message), fid },
      ...(username !== undefined && { username }),
    }
  }

  return {
    show,
    sign,
    send,
    /** Reads a channel as an attacker who has seen its QR code, which closes it once it is answered. */
    readChannel,
    /** Signs the request of a URL, and sends the answer. Resolves with what was sent. */
    approve: async (url: string, account: FarcasterAccount, change?: MessageChange) => {
      const answer = await sign(url, account, change)
      await send(url, answer)
      return answer
    },
  }
}
