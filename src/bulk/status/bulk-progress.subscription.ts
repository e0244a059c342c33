import { Field, Float, Int, ObjectType } from "type-graphql";
import type { GraphArguments, Following, GraphSubscription, SubscriptionSource } from "../../contract/graph.js";
