/** The record of a wallet's app in thirdweb's registry, and which of its links can pair. */
export type AppLinks = {
  readonly record: string
  /**
   * Its https link supports `wc?uri=…`: it has a separate host or path for that. Others are the wallet's home or download
   * page, which would open instead of the app.
   */
  readonly universal?: true
  /** It has a desktop app. Others name their extension or the phone app. */
  readonly desktop?: true
}

/** By the id of the brand. RainbowKit's links have priority; wallets without pairing are not listed. */
export const appLinks: Readonly<Record<string, AppLinks>> = {
  metamask: { record: 'io.metamask', universal: true },
  trust: { record: 'com.trustwallet.app', universal: true },
  rainbow: { record: 'me.rainbow', universal: true },
  rabby: { record: 'io.rabby' },
  okx: { record: 'com.okex.wallet' },
  ledger: { record: 'com.ledger', desktop: true },
  talisman: { record: 'xyz.talisman' },
  subwallet: { record: 'app.subwallet', universal: true },
  zerion: { record: 'io.zerion.wallet' },
  uniswap: { record: 'org.uniswap', universal: true },
  backpack: { record: 'app.backpack' },
  binance: { record: 'com.binance.wallet', universal: true },
  bitget: { record: 'com.bitget.web3', universal: true },
  exodus: { record: 'com.exodus', universal: true },
  kraken: { record: 'com.kraken' },
  bybit: { record: 'com.bybit' },
  'magic-eden': { record: 'io.magiceden.wallet' },
  nova: { record: 'io.novawallet' },
  onekey: { record: 'so.onekey.app.wallet', desktop: true },
  safepal: { record: 'com.safepal', universal: true },
  tokenpocket: { record: 'pro.tokenpocket' },
  imtoken: { record: 'im.token' },
  ready: { record: 'xyz.argent' },
  core: { record: 'app.core.extension' },
  nightly: { record: 'app.nightly' },
  coin98: { record: 'com.coin98' },
  ronin: { record: 'com.roninchain.wallet' },
  '1inch': { record: 'io.1inch.wallet' },
  atomic: { record: 'io.atomicwallet', desktop: true },
  berasig: { record: 'com.berasig' },
  bifrost: { record: 'com.bifrostwallet' },
  compass: { record: 'io.compasswallet' },
  foxwallet: { record: 'com.foxwallet', universal: true },
  frontier: { record: 'xyz.frontier.wallet' },
  iopay: { record: 'me.iopay' },
  kaia: { record: 'io.kaiawallet' },
  keplr: { record: 'app.keplr' },
  kresus: { record: 'com.kresus' },
  krystal: { record: 'app.krystal' },
  mathwallet: { record: 'org.mathwallet' },
  meco: { record: 'com.mecowallet' },
  nest: { record: 'xyz.nestwallet' },
  okto: { record: 'tech.okto' },
  onto: { record: 'app.onto' },
  'universal-profiles': { record: 'io.universaleverything' },
  valora: { record: 'com.valoraapp' },
  xportal: { record: 'com.elrond.maiar.wallet', universal: true },
  zeal: { record: 'app.zeal' },
  zengo: { record: 'com.zengo' },
}
