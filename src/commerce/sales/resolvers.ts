import {
  CreditmemoCommentRepository,
  CreditmemoManagement,
  CreditmemoRepository,
} from "./credit-memos/credit-memos.resolver.js";
import { RefundInvoice, RefundOrder } from "./credit-memos/refund/refunds.resolver.js";
import { InvoiceOrder } from "./invoices/invoice-order.resolver.js";
import { InvoiceRepository } from "./invoices/invoices.resolver.js";
import { CreditMemoEmails, InvoiceEmails, OrderEmails, ShipmentEmails } from "./mails/emails.resolver.js";
import { OrderAddressRepository } from "./orders/addresses/order-addresses.resolver.js";
import { OrderItemRepository } from "./orders/items/order-items.resolver.js";
import { OrderManagement } from "./orders/states/order-management.resolver.js";
import { OrderRepository } from "./orders/orders.resolver.js";
import { NotifyOrdersAreReadyForPickup } from "./pickup/notify-orders.resolver.js";
import { ShipOrder } from "./shipments/ship-order.resolver.js";
import {
  ShipmentCommentRepository,
  ShipmentManagement,
  ShipmentRepository,
  ShipmentTrackRepository,
} from "./shipments/shipments.resolver.js";
import { TransactionRepository } from "./transactions/transactions.resolver.js";

export const resolvers = [
  OrderRepository,
  OrderItemRepository,
  OrderAddressRepository,
  OrderManagement,
  NotifyOrdersAreReadyForPickup,
  ShipOrder,
  ShipmentRepository,
  ShipmentManagement,
  ShipmentCommentRepository,
  ShipmentTrackRepository,
  InvoiceOrder,
  InvoiceRepository,
  RefundOrder,
  RefundInvoice,
  CreditmemoRepository,
  CreditmemoManagement,
  CreditmemoCommentRepository,
  TransactionRepository,
  OrderEmails,
  InvoiceEmails,
  ShipmentEmails,
  CreditMemoEmails,
];
