import type { LibraryDapp } from './library-dapp.ts'

/** Receives a component's functions after every render. */
export type ExposeDapp = (dapp: LibraryDapp) => void

/** Resolves after the first render with the dApp of a hooks library, which calls the functions of the latest render. */
export function exposeDapp(render: (expose: ExposeDapp) => void): Promise<LibraryDapp> {
  return new Promise((resolve) => {
    let latest: LibraryDapp | undefined
    const current = () => {
      if (latest === undefined) throw new Error('Nothing was rendered yet')
      return latest
    }
    render((dapp) => {
      const isFirst = latest === undefined
      latest = dapp
      if (!isFirst) return
      const { signTypedData, switchChain } = dapp
      resolve({
        connect: () => current().connect(),
        disconnect: async () => current().disconnect?.(),
        signMessage: (message) => current().signMessage(message),
        send: (payment) => current().send(payment),
        call: (payment) => current().call(payment),
        ...(signTypedData && { signTypedData: async () => (await current().signTypedData?.()) ?? '' }),
        ...(switchChain && { switchChain: async (id) => current().switchChain?.(id) }),
      })
    })
  })
}
