/** The router of Hotwire; importing its package starts it. */
import '@hotwired/turbo'
