import { packageInfo } from '@polkadot/extension-dapp/packageInfo'

/** Name and version of the library whose handling of Polkadot extensions this build follows, for manual tests. */
export const extensionLibrary = `${packageInfo.name} ${packageInfo.version}`
