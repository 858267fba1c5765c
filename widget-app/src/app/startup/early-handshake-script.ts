import { systemClock } from '#shared/channel/clock.ts'
import { startEarlyHandshake } from '#widget/bridge/early-handshake.ts'
import { storeEarlyHandshake } from './early-handshake-result.ts'

// The document's inline script: the host gets its response, and sends its configuration, while the files load.
if (window.parent !== window) storeEarlyHandshake(startEarlyHandshake(window, systemClock))
