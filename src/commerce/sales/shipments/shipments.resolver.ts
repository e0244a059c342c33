import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { saveDocumentComment } from "../documents/comments.js";
import { listDocumentComments } from "../documents/documents.rows.js";
import type { DocumentDependencies } from "../documents/document-listener.js";
import { requireEntity } from "../require-entity.js";
import { saveShipment } from "./save-shipment.js";
import { deleteTrack, saveTrack } from "./save-track.js";
import { findLabel, findShipment, searchShipments } from "./shipments.rows.js";
import {
  Shipment,
  ShipmentComment,
  ShipmentCommentSearchResults,
  ShipmentSearchResults,
  ShipmentTrack,
} from "./shipments.types.js";

const permission = "Magento_Sales::shipment";
const shipmentId = { description: "Id of the shipment." };

@Contract("Sales", "ShipmentRepository", { aggregate: "shipment" })
@Resolver()
export class ShipmentRepository {
  @Rest("GET /V1/shipment/:id", permission)
  @Query(() => Shipment, { name: "shipment", description: "A shipment." })
  get(@Arg("id", () => Int, shipmentId) id: number, @Ctx() ctx: Context): Promise<Shipment> {
    return requireEntity(findShipment, ctx.db, id);
  }

  @Rest("GET /V1/shipments", permission)
  @Query(() => ShipmentSearchResults, {
    name: "shipments",
    description: "Searches shipments by their fields.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<ShipmentSearchResults> {
    return searchShipments(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/shipment/", permission, { keys: ["order:entity.order_id", "entity.entity_id"] })
  @Mutation(() => Shipment, {
    name: "saveShipment",
    description:
      "Stores a shipment as sent, or changes the one with the id. A new one takes its goods from stock. The order stays unchanged.",
  })
  save(
    @Arg("entity", () => Shipment, { description: "The shipment, or the fields to change." }) entity: Shipment,
    @Ctx() ctx: Context,
  ): Promise<Shipment> {
    return saveShipment(ctx, entity);
  }
}

@Contract("Sales", "ShipmentManagement", { aggregate: "shipment" })
@Resolver()
export class ShipmentManagement {
  @Rest("GET /V1/shipment/:id/comments", permission)
  @Query(() => ShipmentCommentSearchResults, {
    name: "shipmentComments",
    description: "Returns all comments on a shipment; none for an unknown shipment.",
  })
  getCommentsList(
    @Arg("id", () => Int, shipmentId) id: number,
    @Ctx() ctx: Context,
  ): Promise<ShipmentCommentSearchResults> {
    return listDocumentComments(ctx.db, "shipment", id);
  }

  @Rest("GET /V1/shipment/:id/label", permission)
  @Query(() => String, {
    name: "shipmentLabel",
    description: "Returns the shipping label of a shipment in Base64; empty if it has none.",
  })
  getLabel(@Arg("id", () => Int, shipmentId) id: number, @Ctx() ctx: Context): Promise<string> {
    return requireEntity(findLabel, ctx.db, id);
  }
}

@Contract("Sales", "ShipmentCommentRepository", { aggregate: "shipment" })
@Resolver()
export class ShipmentCommentRepository {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("POST /V1/shipment/:id/comments", permission, {
    path: { id: "entity.parent_id" },
    keys: ["entity.parent_id"],
  })
  @Mutation(() => ShipmentComment, {
    name: "saveShipmentComment",
    description: "Adds a comment to a shipment, or changes the one with the id.",
  })
  save(
    @Arg("entity", () => ShipmentComment, { description: "The comment." }) entity: ShipmentComment,
    @Ctx() ctx: Context,
  ): Promise<ShipmentComment> {
    const listener = this.dependencies.documentListener;
    return saveDocumentComment({ ...ctx, listener }, "shipment", entity);
  }
}

@Contract("Sales", "ShipmentTrackRepository", { aggregate: "shipment" })
@Resolver()
export class ShipmentTrackRepository {
  @Rest("POST /V1/shipment/track", permission, { keys: ["entity.parent_id", "shipment-track:entity.entity_id"] })
  @Mutation(() => ShipmentTrack, {
    name: "saveShipmentTrack",
    description: "Adds a tracking number to a shipment of an order, or changes the one with the id.",
  })
  save(
    @Arg("entity", () => ShipmentTrack, { description: "The tracking number." }) entity: ShipmentTrack,
    @Ctx() ctx: Context,
  ): Promise<ShipmentTrack> {
    return saveTrack(ctx.db, entity);
  }

  @Rest("DELETE /V1/shipment/track/:id", permission, { keys: ["shipment-track:id"] })
  @Mutation(() => Boolean, {
    name: "deleteShipmentTrack",
    description: "Deletes a tracking number. Returns true even if it is unknown.",
  })
  deleteById(
    @Arg("id", () => Int, { description: "Id of the tracking number." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return deleteTrack(ctx.db, id);
  }
}
