/** Stands in for `@walletconnect/keyvaluestorage`: the SDK is always given `clientStorage`. */
export default class KeyValueStorage {
  constructor() {
    throw new Error('A storage of its own is not part of this build')
  }
}
