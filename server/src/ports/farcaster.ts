/** What the relay reports of a phone's answer. Only the signature proves it: the relay may state anything. */
export type FarcasterAnswer = {
  /** The signed text. */
  readonly message: string
  /** In hex. */
  readonly signature: string
  readonly fid: number
  /** The name of the account, as the relay reports it. */
  readonly username: string | undefined
}

/** What a phone is requested to sign (FIP-11). */
export type FarcasterRequest = {
  /** Authority of the widget's origin. */
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  /** RFC 3339. */
  readonly expirationTime: string
}

/** A channel at the relay: `token` is part of the URL that the phone opens. */
export type FarcasterChannel = { readonly token: string; readonly url: string }

/** `closed`: the relay has no such channel any more. It closes a channel when the answer is read. */
export type FarcasterChannelState =
  | { readonly is: 'pending' }
  | { readonly is: 'closed' }
  | { readonly is: 'answered'; readonly answer: FarcasterAnswer }

/** The server that passes requests to phones, and their answers back. */
export type FarcasterRelay = {
  /** @throws VendorError */
  readonly openChannel: (request: FarcasterRequest) => Promise<FarcasterChannel>
  /** @throws VendorError */
  readonly readChannel: (token: string) => Promise<FarcasterChannelState>
}

/** Farcaster's registries on OP Mainnet. */
export type FarcasterRegistries = {
  /**
   * Whether an EVM address controls an account in the latest block: as its custody address, or as an auth address that is
   * not removed.
   * @throws ChainCallError when the chain did not respond, or the contracts are not there.
   */
  readonly isSignerOf: (address: string, fid: number) => Promise<boolean>
}

/** What sign-ins with Farcaster need of a deployment. */
export type FarcasterPeers = {
  readonly relay: FarcasterRelay
  readonly registries: FarcasterRegistries
  /** Origin of the widget, which messages name. */
  readonly widgetOrigin: string
}
