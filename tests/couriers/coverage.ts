import type { Adapter } from '#domain/couriers/adapters.ts';

/** A call that a courier documents. */
interface Documented {
  /** As the double and the adapter write it: a path, or a part of one. */
  call: string;
  /** Of what the document asks for, what the adapter sends. */
  sends: string[];
  /** Of what is answered, what the adapter reads. */
  reads: string[];
  /** What neither sends nor reads, and why not. */
  leaves?: Record<string, string>;
}

interface Coverage {
  source: string;
  calls: Documented[];
  /** Documented calls that nothing here needs. */
  unused: Record<string, string>;
  /** Every status that the document names. */
  statuses: { label: string; code?: string }[];
}

const NOT_NEEDED = 'nothing of the shop needs it';
const PERSONAL = 'says something of a person';

/** What the public documents of each courier name, and what becomes of it. `coverage.test.ts` holds adapters and doubles to it. */
export const COVERAGE: Record<Exclude<Adapter, 'generic'>, Coverage> = {
  postex: {
    source: 'PostEx merchant API integration guide 4.1.9',
    calls: [
      {
        call: 'v2/get-operational-city',
        sends: [],
        reads: ['operationalCityName', 'isPickupCity', 'isDeliveryCity'],
        leaves: { countryName: NOT_NEEDED },
      },
      {
        call: 'v3/create-order',
        sends: [
          'orderRefNumber',
          'invoicePayment',
          'orderDetail',
          'customerName',
          'customerPhone',
          'deliveryAddress',
          'transactionNotes',
          'cityName',
          'invoiceDivision',
          'items',
          'pickupAddressCode',
          'orderType',
        ],
        reads: ['trackingNumber'],
        leaves: { storeAddressCode: 'parcels start from one place', orderStatus: 'tracking says it', orderDate: NOT_NEEDED },
      },
      {
        call: 'v1/get-all-order',
        sends: ['orderStatusID', 'fromDate', 'toDate', 'orderStatusId', 'startDate', 'endDate'],
        reads: ['orderRefNumber', 'trackingNumber', 'transactionStatus'],
      },
      { call: 'v1/get-invoice', sends: ['trackingNumbers'], reads: [] },
      {
        call: 'v2/generate-load-sheet',
        sends: ['trackingNumbers'],
        reads: [],
        leaves: { pickupAddress: 'the default of the account' },
      },
      {
        call: 'v1/track-order',
        sends: [],
        reads: [
          'transactionStatus',
          'transactionStatusHistory',
          'transactionStatusMessage',
          'transactionStatusMessageCode',
          'updatedAt',
          'transactionTax',
          'transactionFee',
          'reversalFee',
        ],
        leaves: {
          invoicePayment: 'the shop knows it',
          reversalTax: 'in the settlement',
          upfrontPayment: 'in the settlement',
          reservePayment: 'in the settlement',
          balancePayment: 'in the settlement',
          orderPickupDate: 'an event',
          orderDeliveryDate: 'an event',
          customerName: PERSONAL,
        },
      },
      { call: 'v2/save-shipper-advice', sends: ['trackingNumber', 'statusId', 'remarks'], reads: [] },
      { call: 'v1/cancel-order', sends: ['trackingNumber'], reads: [] },
      {
        call: 'v1/payment-status',
        sends: [],
        reads: ['settle', 'settlementDate', 'cprNumber_1', 'cprNumber_2'],
        leaves: { upfrontPaymentDate: NOT_NEEDED, reservePaymentDate: NOT_NEEDED },
      },
    ],
    unused: {
      'v1/get-merchant-address': 'its code is typed in Settings',
      'v2/create-merchant-address': 'made in the portal',
      'v1/get-order-types': 'there are three, and one is used',
      'v2/get-unbooked-orders': 'v1/get-all-order has them',
      'v1/track-bulk-order': 'its query is not documented',
      'v1/get-shipper-advice': 'the shop keeps what it advised',
    },
    statuses: [
      ...[
        'Unbooked',
        'Booked',
        'PostEx WareHouse',
        'Out For Delivery',
        'Delivered',
        'Returned',
        'Un-Assigned By Me',
        'Expired',
        'Delivery Under Review',
        'Picked By PostEx',
        'Out For Return',
        'Attempted',
        'En-Route',
        'Return',
        'Return In-Transit',
        'Transferred',
        'In Stock',
        'Under Verification',
        'Picked',
      ].map((label) => ({ label })),
      ...['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0013', '0040'].map((code) => ({
        label: 'In new words',
        code,
      })),
    ],
  },
  leopards: {
    source: 'Leopards merchant APIs v2',
    calls: [
      {
        call: 'getAllCities',
        sends: ['api_key', 'api_password'],
        reads: ['city_list', 'id', 'name', 'allow_as_origin', 'allow_as_destination'],
        leaves: { shipment_type: 'one type is used' },
      },
      {
        call: 'bookPacket',
        sends: [
          'booked_packet_weight',
          'booked_packet_no_piece',
          'booked_packet_collect_amount',
          'booked_packet_order_id',
          'origin_city',
          'destination_city',
          'shipment_name_eng',
          'shipment_email',
          'shipment_phone',
          'shipment_address',
          'consignment_name_eng',
          'consignment_phone',
          'consignment_address',
          'special_instructions',
          'shipment_type',
        ],
        reads: ['track_number', 'slip_link'],
        leaves: {
          shipment_id: 'self',
          consignment_phone_two: NOT_NEEDED,
          consignment_phone_three: NOT_NEEDED,
          return_address: 'that of the account',
          return_city: 'that of the account',
          is_vpc: NOT_NEEDED,
        },
      },
      { call: 'cancelBookedPackets', sends: ['cn_numbers'], reads: [] },
      { call: 'generateLoadSheet', sends: ['cn_numbers', 'courier_name', 'courier_code'], reads: ['load_sheet_id'] },
      { call: 'downloadLoadSheet', sends: ['load_sheet_id', 'response_type'], reads: [] },
      {
        call: 'getBookedPacketLastStatus',
        sends: ['from_date', 'to_date'],
        reads: ['packet_list', 'booked_packet_order_id', 'booked_packet_status'],
      },
      {
        call: 'trackBookedPacket',
        sends: ['track_numbers'],
        reads: ['Tracking Detail', 'Staus', 'Activity Date', 'Reason'],
        leaves: { 'Reciever Name': PERSONAL },
      },
      { call: 'shipperAdviceList', sends: ['from_date', 'to_date'], reads: ['id', 'cn_number'] },
      { call: 'updateShipperAdvice', sends: ['data'], reads: [] },
      {
        call: 'getPaymentDetails',
        sends: ['cn_numbers'],
        reads: ['payment_list', 'booked_packet_cn', 'status', 'invoice_cheque_no', 'invoice_cheque_date'],
        leaves: { billing_method: NOT_NEEDED, payment_method: NOT_NEEDED, message: NOT_NEEDED },
      },
      {
        call: 'getShippingCharges',
        sends: ['cn_numbers'],
        reads: ['shipment_charges', 'cash_handling_charges', 'return_charges', 'fuel_surcharge_amount', 'gst_amount'],
        leaves: {
          weight_charged: 'in the settlement',
          insurance_charges: 'nothing is insured',
          gst: 'its amount counts',
          billed_charges: 'a sum',
          net_charges: 'a sum',
          gross_charges: 'a sum',
        },
      },
    ],
    unused: {
      'batch booking': 'reported as not working',
      getTariffDetails: 'price lists are in Settings',
      getInvoices: 'settlements come as files',
      getElectronicProofOfDelivery: 'place and signature of a person',
      activityLog: 'tracking has it',
    },
    statuses: [
      'Consignment Booked',
      'Arrived at Station',
      'Dispatched',
      'Assign to Courier',
      'Pending',
      'Refused',
      'Delivered',
      'Being Return',
      'Returned to shipper',
      'Cancelled',
    ].map((label) => ({ label })),
  },
  trax: {
    source: 'Trax Sonic API 2.0',
    calls: [
      {
        call: 'api/cities',
        sends: [],
        reads: ['id', 'name', 'pickup', 'delivery'],
        leaves: { hub: NOT_NEEDED, zone: 'zones are those of the price list' },
      },
      {
        call: 'shipment/book',
        sends: [
          'service_type_id',
          'pickup_address_id',
          'information_display',
          'consignee_city_id',
          'consignee_name',
          'consignee_address',
          'consignee_phone_number_1',
          'order_id',
          'item_product_type_id',
          'item_description',
          'item_quantity',
          'item_insurance',
          'pickup_date',
          'estimated_weight',
          'shipping_mode_id',
          'amount',
          'payment_mode_id',
          'charges_mode_id',
          'open_shipment',
          'pieces_quantity',
          'special_instructions',
        ],
        reads: ['tracking_number'],
        leaves: { consignee_email_address: 'couriers need no address of mails' },
      },
      { call: 'shipment/track', sends: ['tracking_number', 'type'], reads: ['status', 'status_reason'] },
      {
        call: 'shipment/charges',
        sends: ['tracking_number'],
        reads: ['weight_charges', 'cash_handling_charges', 'fuel_surcharge', 'return_charges', 'gst'],
        leaves: { total_charges: 'a sum' },
      },
      { call: 'shipment/payment_status', sends: ['tracking_number'], reads: ['payment_id'] },
      { call: 'shipment/air_waybill', sends: ['tracking_number', 'type'], reads: [] },
      { call: 'shipment/cancel', sends: ['tracking_number'], reads: [] },
      { call: 'receiving_sheet/create', sends: ['tracking_numbers'], reads: ['receiving_sheet_id'] },
      { call: 'receiving_sheet/view', sends: ['receiving_sheet_id', 'type'], reads: [] },
    ],
    unused: {
      'api/pickup_address/add': 'made in the portal',
      'api/pickup_addresses': 'its number is typed in Settings',
      'api/shipment/status': 'tracking has it',
      'api/payments': 'settlements come as files',
      'api/invoice': 'settlements come as files',
      charges_calculate: 'price lists are in Settings',
      intercept: NOT_NEEDED,
      claims: 'made in the portal',
      webhooks: 'unsigned: what is polled is read by the API',
    },
    statuses: [
      'Shipment - Booked',
      'Shipment - Arrived at Origin',
      'Shipment - Out for Delivery',
      'Shipment - Delivery Unsuccessful',
      'Shipment - Delivered',
      'Shipment - Lost',
      'Shipment - Cancelled',
      'Return - Confirm',
      'Return - Delivered to Shipper',
    ].map((label) => ({ label })),
  },
  tcs: {
    source: 'TCS OCI connect',
    calls: [
      { call: 'auth/api/auth', sends: ['clientid', 'clientsecret'], reads: ['accessToken'] },
      { call: 'authentication/token', sends: ['username', 'password'], reads: ['accesstoken'] },
      {
        call: 'booking/create',
        sends: [
          'accesstoken',
          'consignmentno',
          'shipperinfo',
          'tcsaccount',
          'shippername',
          'countrycode',
          'consigneeinfo',
          'firstname',
          'address1',
          'mobile',
          'citycode',
          'cityname',
          'shipmentinfo',
          'costcentercode',
          'referenceno',
          'contentdesc',
          'servicecode',
          'codamount',
          'weightinkg',
          'pieces',
          'fragile',
          'remarks',
        ],
        reads: ['consignmentNo'],
      },
      { call: 'booking/cancel', sends: ['consignmentnumber'], reads: [] },
      { call: 'print/label', sends: ['consignmentno'], reads: [] },
      { call: 'setup/citylistbycountry', sends: ['countrycode'], reads: ['cityname', 'citycode'] },
      {
        call: 'GetDynamicTrackDetail',
        sends: ['consignee'],
        reads: ['deliveryinfo', 'checkpoints', 'station', 'datetime', 'status', 'code', 'message'],
        leaves: { recievedby: PERSONAL, shipmentinfo: NOT_NEEDED, shipmentsummary: NOT_NEEDED },
      },
      {
        call: 'Payment/detail',
        sends: ['fromdate', 'todate'],
        reads: ['cn by courier', 'delivery charges', 'payment status', 'payment date'],
        leaves: {
          'order no': 'the number of the parcel counts',
          codamount: 'the shop knows it',
          'amount paid': 'in the settlement',
          'cn status': 'tracking has it',
          'booking date': NOT_NEEDED,
          city: NOT_NEEDED,
        },
      },
    ],
    unused: { 'Payment/status': 'Payment/detail has it', 'cod/create-order': 'an older generation' },
    statuses: [
      { label: 'In new words', code: 'OK' },
      { label: 'In new words', code: 'RO' },
      { label: 'Shipment Delivered' },
      { label: 'Arrived at TCS Facility' },
    ],
  },
};
