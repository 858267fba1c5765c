import { useAccounts, useDrawbridge, useWidgetEvents } from '@drawbridge/host-sdk/react'
import { useCallback, useState } from 'react'
import { errorText, signText } from './bridge.ts'

/** A button that connects; with an account, buttons that sign and disconnect. */
export function App() {
  const bridge = useDrawbridge()
  const [account] = useAccounts()
  const [status, setStatus] = useState('')
  const [lastEvent, setLastEvent] = useState('none')
  useWidgetEvents(useCallback(({ event }) => setLastEvent(event), []))

  /** Shows the result of a call to the bridge, or its error by code. */
  async function show(call: Promise<string>) {
    setStatus('')
    setStatus(await call.catch(errorText))
  }

  async function connect() {
    const result = await bridge.openModal()
    return result.is === 'connected' ? 'Connected.' : 'No wallet connected.'
  }

  return (
    <main>
      <h1>Tidewater Coffee</h1>
      {account === undefined ? (
        <button type="button" onClick={() => show(connect())}>
          Connect wallet
        </button>
      ) : (
        <>
          <p>
            {account.walletName}: <code>{account.address}</code>
          </p>
          <button type="button" onClick={() => show(signText('Two coffees', account.address))}>
            Sign message
          </button>
          <button type="button" onClick={() => show(bridge.disconnect().then(() => 'Disconnected.'))}>
            Disconnect
          </button>
        </>
      )}
      <p role="status">{status}</p>
      <p>Last event: {lastEvent}</p>
    </main>
  )
}
