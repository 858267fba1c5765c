/** Replaces `@walletconnect/keyvaluestorage` in the build: the widget always passes `clientStorage` to the SDK. */
export default class KeyValueStorage {
  constructor() {
    throw new Error('A storage of its own is not part of this build')
  }
}
