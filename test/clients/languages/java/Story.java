import java.math.BigDecimal;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CatalogSpecialPriceStorageV1Api;
import org.openapitools.client.api.IntegrationAdminTokenServiceV1Api;
import org.openapitools.client.model.CatalogDataPriceUpdateResultInterface;
import org.openapitools.client.model.CatalogDataSpecialPriceInterface;
import org.openapitools.client.model.PostV1IntegrationAdminTokenBody;
import org.openapitools.client.model.PostV1ProductsSpecialpriceBody;
import org.openapitools.client.model.PostV1ProductsSpecialpriceinformationBody;

/** Signs in, sets the special prices of two products and of an unknown one, and prints what the service answers. */
public final class Story {
  public static void main(String[] args) throws Exception {
    URI shop = URI.create(args[2]);
    ApiClient client = new ApiClient()
        .setScheme(shop.getScheme()).setHost(shop.getHost()).setPort(shop.getPort()).setBasePath(shop.getPath());
    String token = new IntegrationAdminTokenServiceV1Api(client)
        .postV1IntegrationAdminToken(new PostV1IntegrationAdminTokenBody().username(args[0]).password(args[1]));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    CatalogSpecialPriceStorageV1Api products = new CatalogSpecialPriceStorageV1Api(client);

    List<String> skus = Arrays.asList("language-mug", "language-cup");
    PostV1ProductsSpecialpriceBody prices = new PostV1ProductsSpecialpriceBody()
        .addPricesItem(price(skus.get(0), "7.5"))
        .addPricesItem(price(skus.get(1), "3.25"))
        .addPricesItem(price("nowhere", "1"));
    List<CatalogDataPriceUpdateResultInterface> failed = products.postV1ProductsSpecialprice(prices, null, null);
    List<CatalogDataSpecialPriceInterface> read = products.postV1ProductsSpecialpriceinformation(
        new PostV1ProductsSpecialpriceinformationBody().skus(skus), null);

    Map<String, Object> found = new LinkedHashMap<>();
    found.put("failures", failed.stream().map(row -> row.getMessage()).collect(Collectors.toList()));
    found.put("prices", read.stream().collect(Collectors.toMap(row -> row.getSku(), row -> row.getPrice())));
    System.out.println(client.getObjectMapper().writeValueAsString(found));
  }

  private static CatalogDataSpecialPriceInterface price(String sku, String amount) {
    return new CatalogDataSpecialPriceInterface()
        .sku(sku).storeId(0).price(new BigDecimal(amount)).priceFrom("2099-01-01 00:00:00");
  }
}
