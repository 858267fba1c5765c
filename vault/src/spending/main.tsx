import '#widget/ui/tokens.css'
import '#widget/i18n/review-messages.ts'
import '#widget/i18n/vault-messages.ts'
import '#widget/i18n/vault-spending-messages.ts'
import { createRoot } from 'react-dom/client'
import { bootConfirmWindow } from '#widget/app/confirm/boot-confirm-window.ts'
import { holdsKeysAtom } from '#widget/domain/review/document-role.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { createVaultClient } from '../document/vault-client.ts'
import { readWidgetOrigin } from '../document/widget-origin.ts'
import { createSpendingRecords } from '../wallet/spending-records.ts'
import { framedSite, provesVisibility } from './framed-site.ts'
import { PaymentFrame } from './payment-frame.tsx'
import { runPaymentFrame } from './run-payment-frame.ts'

// The entry of `payment.html`: the vault in a frame of the widget. In any other place it shows nothing, and does nothing.
const root = document.getElementById('vault')
const widgetOrigin = readWidgetOrigin(document)
const site = framedSite(location.ancestorOrigins, widgetOrigin)

if (root && widgetOrigin !== undefined && site !== undefined) {
  const ports = bootConfirmWindow(window)
  const { store } = ports
  store.set(holdsKeysAtom, true)
  const client = createVaultClient(store, 'drawbridge-payment-key')
  runPaymentFrame(
    {
      ...{ fragment: location.hash, document, parent: window.parent, widgetOrigin, site },
      provesVisibility: provesVisibility(window),
    },
    ports,
    { client, records: createSpendingRecords() },
  )
  createRoot(root).render(
    <StoreProvider store={store}>
      <PaymentFrame />
    </StoreProvider>,
  )
}
