import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

@Shape("ShipmentItemCreation", "Units of an order item to ship.")
export class ShipmentItemCreation {
  @Field(() => Int, { nullable: true, description: "Id of the order item. Unknown ids are ignored." })
  order_item_id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Units. At most the remaining ones are shipped." })
  qty?: DecimalText | null;
}

@Shape("ShipmentTrackCreation", "A tracking number of a new shipment.")
export class ShipmentTrackCreation {
  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Tracking number. An empty one is rejected with 400." })
  track_number?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the carrier, as shown to the customer." })
  title?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the carrier, such as ups or custom." })
  carrier_code?: string | null;
}

@ExtensionAttributes("ShipmentCreationArguments")
export class ShipmentCreationArgumentsExtension {
  @Extension(
    () => String,
    "Code of the source to ship from. By default the source of the stock if there is exactly one, otherwise the default source.",
  )
  source_code?: string | null;
}

@Shape("ShipmentCreationArguments", "The source to ship from.")
export class ShipmentCreationArguments {
  @Field(() => ShipmentCreationArgumentsExtension, { nullable: true, description: "The source to ship from." })
  extension_attributes?: ShipmentCreationArgumentsExtension | null;
}
