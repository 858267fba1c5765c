import { channel } from './channel.ts'
import { endpoints } from './endpoints.ts'
import { errors } from './errors.ts'
import { gallery } from './gallery.ts'
import { storage } from './storage.ts'
import { i18n } from './texts.ts'

/** Parts that are read from the sources, with the doubles of `load-sources.ts`. */
export const parts = { channel, endpoints, errors, gallery, i18n, storage }
