"""Signs in, sets the special prices of two products and of an unknown one, and prints what the service answers."""

import json
import sys

import openapi_client
from openapi_client.models import (
    CatalogDataSpecialPriceInterface,
    PostV1IntegrationAdminTokenBody,
    PostV1ProductsSpecialpriceBody,
    PostV1ProductsSpecialpriceinformationBody,
)

username, password, url = sys.argv[1:4]
client = openapi_client.ApiClient(openapi_client.Configuration(host=url))
credentials = PostV1IntegrationAdminTokenBody(username=username, password=password)
token = openapi_client.IntegrationAdminTokenServiceV1Api(client).post_v1_integration_admin_token(credentials)
client.set_default_header("Authorization", "Bearer " + token)
products = openapi_client.CatalogSpecialPriceStorageV1Api(client)


def price(sku, amount):
    return CatalogDataSpecialPriceInterface(sku=sku, store_id=0, price=amount, price_from="2099-01-01 00:00:00")


# Required fields are checked before anything is sent.
try:
    CatalogDataSpecialPriceInterface(sku="language-mug")
    raise AssertionError("a row without a price and a store was accepted")
except ValueError:
    pass

skus = ["language-mug", "language-cup"]
rows = [price(skus[0], 7.5), price(skus[1], 3.25), price("nowhere", 1)]
failed = products.post_v1_products_specialprice(PostV1ProductsSpecialpriceBody(prices=rows))
read = products.post_v1_products_specialpriceinformation(PostV1ProductsSpecialpriceinformationBody(skus=skus))

print(json.dumps({"failures": [row.message for row in failed], "prices": {row.sku: row.price for row in read}}))
