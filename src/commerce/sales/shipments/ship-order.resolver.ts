import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Json } from "../../../api/contract/scalars.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { DocumentCommentCreation } from "../documents/comments.types.js";
import type { DocumentDependencies } from "../documents/document-listener.js";
import { requireArguments } from "../documents/validation.js";
import { shipOrder } from "./ship-order.js";
import { ShipmentCreationArguments, ShipmentItemCreation, ShipmentTrackCreation } from "./ship-order.types.js";

const checkBody = requireArguments("items", "notify", "appendComment", "comment", "arguments", "packages", "tracks");

@Contract("Sales", "ShipOrder", { aggregate: "order" })
@Resolver()
export class ShipOrder {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("POST /V1/order/:orderId/ship", "Magento_Sales::ship", { checkBody })
  @Writes("shipment", { id: "result" })
  @Mutation(() => ID, {
    name: "shipOrder",
    description:
      "Ships items of an order, or everything not yet shipped, and takes them from stock. Returns the id of the shipment.",
  })
  execute(
    @Arg("orderId", () => Int, { description: "Id of the order." }) orderId: number,
    @Arg("items", () => [ShipmentItemCreation], {
      nullable: true,
      description: "Units to ship; by default everything not yet shipped.",
    })
    items: ShipmentItemCreation[] | undefined,
    @Arg("notify", () => Boolean, {
      nullable: true,
      description: "Whether the customer gets an email; false by default.",
    })
    notify: boolean | undefined,
    @Arg("appendComment", () => Boolean, {
      nullable: true,
      description: "Whether the email includes the comment; false by default.",
    })
    appendComment: boolean | undefined,
    @Arg("comment", () => DocumentCommentCreation, { nullable: true, description: "Comment on the shipment." })
    comment: DocumentCommentCreation | undefined,
    @Arg("tracks", () => [ShipmentTrackCreation], { nullable: true, description: "Tracking numbers." })
    tracks: ShipmentTrackCreation[] | undefined,
    @Arg("packages", () => [Json], { nullable: true, description: "Packages, stored as sent." })
    packages: unknown[] | undefined,
    @Arg("arguments", () => ShipmentCreationArguments, { nullable: true, description: "The source to ship from." })
    creation: ShipmentCreationArguments | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const request = { items, notify, appendComment, comment, tracks, packages, creation };
    return shipOrder({ ...ctx, listener: this.dependencies.documentListener }, orderId, request);
  }
}
