/** Constants and limits of SPEC §9 and of link v1, each once, with its unit in its name. */

// Retries and timeouts
export const rpcRetryCount = 3
export const rpcTimeoutMs = 10_000
export const rpcPollIntervalMs = 4_000
export const retryableStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/** Longer pauses that a server requests prevent a retry: the user is waiting. */
export const retryAfterCapMs = 10_000

/** Maximum reads for display that run at once. */
export const parallelReadLimit = 4

// Reads from the host's RPC
export const hostRpcResponseMaxBytes = 8 * 1024 * 1024
export const hostRpcReadsPerSecond = 20
export const hostRpcReadBurst = 40

// Wallets
export const featuredWalletCount = 4
export const recommendedWalletCount = 4
export const walletPageSize = 40
export const walletSearchLimit = 100
export const walletSearchMinWaitMs = 300
export const recentWalletLimit = 2
export const imagePreloadCount = 20
export const imagePreloadLimitMs = 2_000
export const lateAnnouncementWaitMs = 2_000
export const walletHintAfterMs = 8_000
/** How long a wallet may take to change its network after it confirmed a switch. */
export const chainSettleMs = 2_000
/** Interval of reads of the wallet's chain meanwhile; some wallets emit no `chainChanged`. */
export const chainReadIntervalMs = 500

// Origin check
/** How long the last origin response is used while the service is down. */
export const originCacheMs = 24 * 60 * 60 * 1_000
/** The list of origins is fetched at most once in this time. */
export const originReadIntervalMs = 10_000
/** After the first configuration of a page, the newest is applied at most once in this time. */
export const configIntervalMs = 100

// WalletConnect
export const pairingLifetimeMs = 240_000
export const pairingExpiredAtMs = 10_000
export const relaySilentAfterMs = 10_000

// Money
export const feeMultiplierPercent = 120n
export const balanceDecimalsShown = 3
export const tokenDecimalsShown = 2
/** Minimum time between a failed fetch of balances or of an identity and the next one. */
export const fetchRetryGapMs = 30_000
export const priceRequestLimit = 100
export const forcedTokenLimit = 50
export const rememberedTokenLimit = 100
export const pendingTransactionLimit = 99

// Swap
export const swapChainNumbers: readonly number[] = [
  1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554,
]
export const slippageDefaultBasisPoints = 100n
export const swapQuoteLifetimeMs = 10_000
export const swapQuoteDelayMs = 200
/** Gas units of a swap before it is built (as in AppKit). */
export const swapGasUnits = 150_000n

// Buy (SPEC §9 has the limits of a method; a provider's prices are valid for half a minute)
export const onrampDefaultLimits: readonly {
  readonly id: string
  readonly min: string
  readonly max: string
}[] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
export const onrampFeePercent: readonly [string, string] = ['1', '2']
export const onrampQuoteLifetimeMs = 30_000
export const onrampQuoteDelayMs = 400
export const restrictedTimeZones: readonly string[] = [
  // Mainland China, with the older names of its zones
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Chungking',
  'Asia/Harbin',
  'Asia/Kashgar',
  'PRC',
  'Asia/Hong_Kong',
  'Hongkong',
  'Asia/Macau',
  'Asia/Macao',
]

// Orders on external pages
/** The first of the spec's constants without a stated use (3 s, 5 s, 10 s). */
export const orderPollIntervalMs = 3_000
/** Without a change, polling slows down to a six hundredth of the elapsed time, but at least as often as this. */
export const orderPollIntervalMaxMs = 60_000
export const orderLifetimeMs = 24 * 60 * 60_000
/**
 * How long to wait for a transaction that a provider names: banks and bridges take days, but one that is never mined ends.
 */
export const sentOrderLifetimeMs = 7 * 24 * 60 * 60_000
/** How far this device's clock and a chain's may differ: a transaction older than an order by more does not deliver it. */
export const orderClockAllowanceMs = 120_000
/** An order without a transaction from its provider: how often and how far back the account's history is read. */
export const orderHistoryIntervalMs = 15_000
export const orderHistoryPageLimit = 4
/**
 * The same if the balance does not show it: the user may have spent the received amount. Slows down to a sixtieth of the
 * elapsed time.
 */
export const quietHistoryIntervalMs = 60_000
/** An order that the user abandoned is still polled, but rarely. */
export const abandonedOrderIntervalMs = 30_000

// Deposit from an exchange (as in AppKit)
export const exchangePageDelayMs = 500
export const exchangePageLifetimeMs = 120_000
export const exchangePresets: readonly bigint[] = [10n, 50n, 100n]
export const exchangeAmountDecimals = 6
export const exchangeAmountWholeDigits = 10

// Call bundles
export const bundleFallbackDelayMs = 32
export const bundleWaitRetryCount = 4
export const bundleWaitTimeoutMs = 60_000
export const signatureCacheLimit = 8_192

// Cache lifetimes
export const portfolioLifetimeMs = 30_000
export const nativeBalanceLifetimeMs = 30_000
export const tokenPriceLifetimeMs = 15_000
export const historyLifetimeMs = 15_000
export const nameLookupLifetimeMs = 300_000
export const identityLifetimeMs = 300_000

// Modal
export const shakeMs = 500
export const toastMs = 2_500
export const otpResendMs = 30_000

// Analytics (SPEC §9: flush above about 45 KB; browsers take beacons of up to 64 KiB)
export const analyticsFlushBytes = 45 * 1024

// Confirm window
/** A window that has not reached the frame by then counts as blocked. */
export const confirmReachMs = 3_000
/** How long a confirm window and its mailbox are valid. */
export const confirmLifetimeMs = 600_000
/** Interval of the frame's pings to its window, if they communicate through the opener. */
export const confirmPingMs = 3_000
/** A window that has not responded, or not read its mailbox, for this long counts as closed; it may return. */
export const confirmSilentMs = 10_000
/** Bytes of one message between frame and confirm window: the largest request of the channel, written as JSON. */
export const confirmMessageMaxBytes = 1024 * 1024
/** Messages of one direction of a mailbox. */
export const mailboxMessageLimit = 64
/** Base64url characters of all messages of one direction: one message of the largest size, and the small ones. */
export const mailboxTotalMaxLength = 2 * 1024 * 1024
/** Base64url characters of one sealed message. */
export const mailboxSealedMaxLength = 64 * 1024
/** How long the server waits for a message before it returns none; below `rpcTimeoutMs`. */
export const mailboxWaitMs = 8_000
/** How long the server waits for an answer in a login with another service's account; as above. */
export const socialWaitMs = 8_000

/** How long a disconnect waits for the wallet or the relay; the widget disconnects after that in any case. */
export const disconnectWaitMs = 2_000

// Link v1 (docs/protocol.md#8-loss-and-recovery, docs/protocol.md#6-limits-and-strikes; read and prompt rates as decided for this product)
export const helloTimeoutMs = 10_000
export const helloRepeatMs = 500
export const helloRepeatLimit = 20
export const acceptTimeoutMs = 3_000
export const readTimeoutMs = 30_000
export const interactiveTimeoutMs = 300_000
export const heartbeatMs = 5_000
export const heartbeatMissLimit = 3
export const probeMs = 500
export const probeMissLimit = 4
export const readRatePerSecond = 6_000
export const readBurst = 12_000
export const inFlightLimit = 1_024
export const promptRatePerSecond = 60
export const promptBurst = 200
export const promptQueueLimit = 8
export const strikeLimit = 3
/** One message: room for 128 KiB of call data as hex digits. */
export const frameMaxBytes = 320 * 1024
export const frameMaxDepth = 12
export const frameMaxNodes = 5_000
export const frameMaxStringLength = 2 + 2 * 128 * 1024
export const frameMaxArrayLength = 256
/** A chunked result: UTF-16 units of each chunk, and maximum chunks. Together 8 MB of JSON. */
export const partMaxLength = 128 * 1024
export const partLimit = 64
/** Chunked results that an end reads, and that the other stores, at once; and those that wait. */
export const chunkedResultLimit = 2
export const chunkedResultQueueLimit = 8
/** How long a chunked result is stored for a caller that stopped fetching it. */
export const chunkedResultLifetimeMs = 10_000
export const chunkedResultMaxDepth = 128
export const chunkedResultMaxNodes = 1_000_000
export const walletLimit = 64
export const walletIconMaxBytes = 32 * 1024
export const walletNameMaxLength = 64
export const errorMessageMaxLength = 1_024
export const errorDataMaxBytes = 8 * 1024
export const reconnectBackoffMs: readonly number[] = [500, 1_000, 2_000, 4_000]
export const reconnectLimit = 4
export const reconnectWindowMs = 300_000
export const seenRequestLimit = 4_096

/** The delay before retry number `attempt`, from 0, of an RPC or API call: 150 ms, and twice as long each time. */
export const rpcRetryDelayMs = (attempt: number): number => 150 * 2 ** attempt
