import { packageInfo } from '@polkadot/extension-dapp/packageInfo'

/** The library whose way with Polkadot extensions this build follows: name and version, for whoever tests by hand. */
export const extensionLibrary = `${packageInfo.name} ${packageInfo.version}`
