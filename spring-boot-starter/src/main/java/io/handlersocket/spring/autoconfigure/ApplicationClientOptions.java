// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import io.handlersocket.spring.HandlerSocketConnectionDetails;
import io.handlersocket.spring.spi.ClientOptions;
import io.handlersocket.spring.spi.ControlDataSource;
import javax.net.ssl.SSLParameters;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;

/** The options of clients by the properties, connection details and beans of the application. */
record ApplicationClientOptions(
        DataSource application,
        ControlDataSource control,
        HandlerSocketProperties properties,
        HandlerSocketConnectionDetails details,
        ObjectProvider<SslBundles> bundles,
        ObjectProvider<ClientListener> listeners,
        ObjectProvider<HandlerSocketClientBuilderCustomizer> customizers)
        implements ClientOptions {

    @Override
    public HandlerSocketClientBuilder own() {
        HandlerSocketClientBuilder builder = other(control.dataSource());
        PropertyMapper map = PropertyMapper.get();
        map.from(details::getHost).whenHasText().to(builder::host);
        map.from(details::getPort).to(builder::port);
        // An empty secret is a value: it is for a server without a secret.
        map.from(details::getSecret).to(builder::secret);
        map.from(properties::unixSocket).whenHasText().to(builder::unixSocket);
        listeners.orderedStream().forEach(builder::listener);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder;
    }

    @Override
    public HandlerSocketClientBuilder at(String url) {
        return other(ControlConnections.at(application, url));
    }

    @Override
    public HandlerSocketClientBuilder of(DataSource dataSource) {
        return other(ControlConnections.of(dataSource, true));
    }

    private HandlerSocketClientBuilder other(DataSource dataSource) {
        HandlerSocketClientBuilder builder = HandlerSocketClient.builder()
                .requestTimeout(properties.requestTimeout())
                .allowUntestedServer(properties.allowUntestedServer())
                .dataSource(dataSource);
        String bundle = properties.ssl().bundle();
        if (bundle == null || bundle.isBlank()) {
            return builder;
        }
        SslBundles all = bundles.getObject();
        // An update brings new certificates; ciphers and protocols are properties, which stay as they are.
        SslOptions options = all.getBundle(bundle).getOptions();
        SSLParameters parameters = new SSLParameters();
        parameters.setCipherSuites(options.getCiphers());
        parameters.setProtocols(options.getEnabledProtocols());
        return builder.tls(new BundleContext(bundle, all)).tlsParameters(parameters);
    }
}
