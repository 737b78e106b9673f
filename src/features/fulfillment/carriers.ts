/** Carriers, and where they show a parcel. */
import type { CarrierConfig, ShopConfig } from '#shared/shop-config.ts';

/** Common carriers. `{number}` in an address is the tracking number. */
const common: CarrierConfig[] = [
  { name: 'Aramex', trackingUrl: 'https://www.aramex.com/track/results?ShipmentNumber={number}' },
  { name: 'Australia Post', trackingUrl: 'https://auspost.com.au/mypost/track/#/details/{number}' },
  {
    name: 'Canada Post',
    trackingUrl:
      'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  },
  {
    name: 'Correos',
    trackingUrl:
      'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={number}',
  },
  {
    name: 'DHL',
    trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  },
  { name: 'DPD', trackingUrl: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
  { name: 'Evri', trackingUrl: 'https://www.evri.com/track/parcel/{number}' },
  { name: 'FedEx', trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { name: 'GLS', trackingUrl: 'https://gls-group.com/EU/en/parcel-tracking?match={number}' },
  {
    name: 'Japan Post',
    trackingUrl:
      'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={number}&locale=en',
  },
  {
    name: 'La Poste',
    trackingUrl: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
  },
  {
    name: 'New Zealand Post',
    trackingUrl: 'https://www.nzpost.co.nz/tools/tracking?trackid={number}',
  },
  { name: 'PostNord', trackingUrl: 'https://tracking.postnord.com/en/tracking?id={number}' },
  {
    name: 'Royal Mail',
    trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  },
  {
    name: 'Swiss Post',
    trackingUrl: 'https://service.post.ch/ekp-web/ui/entry/search/{number}',
  },
  { name: 'UPS', trackingUrl: 'https://www.ups.com/track?tracknum={number}' },
  { name: 'USPS', trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}' },
];

/** The names of carriers that staff are offered: the shop's own first. */
export function carrierNames({ carriers }: Pick<ShopConfig, 'carriers'>): string[] {
  const own = carriers.map(({ name }) => name);
  return [...own, ...common.map(({ name }) => name).filter((name) => !own.includes(name))];
}

/**
 * The usual spelling of a carrier that staff typed, and its page for a parcel. The shop's own
 * carriers come before the common ones. Any other carrier has no page.
 */
function findCarrier(
  { carriers }: Pick<ShopConfig, 'carriers'>,
  typed: string,
  trackingNumber: string | null,
): { carrier: string; trackingUrl: string | null } {
  const known = [...carriers, ...common].find(({ name }) => isSameName(name, typed));
  const address = known?.trackingUrl;
  return {
    carrier: known?.name ?? typed,
    trackingUrl:
      address && trackingNumber
        ? address.replaceAll('{number}', encodeURIComponent(trackingNumber.replaceAll(' ', '')))
        : null,
  };
}

/** What a parcel stores about its carrier. */
export function trackingOf(
  shop: Pick<ShopConfig, 'carriers'>,
  { carrier, trackingNumber }: { carrier: string | null; trackingNumber: string | null },
): { carrier: string | null; trackingNumber: string | null; trackingUrl: string | null } {
  if (carrier === null) return { carrier: null, trackingNumber: null, trackingUrl: null };
  return { trackingNumber, ...findCarrier(shop, carrier, trackingNumber) };
}

function isSameName(a: string, b: string): boolean {
  const bare = (name: string) => name.toLowerCase().replace(/[\s.-]/g, '');
  return bare(a) === bare(b);
}
