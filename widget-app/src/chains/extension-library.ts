/** Name and version of the library for Polkadot extensions in this build. */
export const loadExtensionLibrary = async (): Promise<string> =>
  (await import('./polkadot/extension-library.ts')).extensionLibrary
