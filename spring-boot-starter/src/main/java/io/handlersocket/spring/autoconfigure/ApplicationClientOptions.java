// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import io.handlersocket.spring.HandlerSocketConnectionDetails;
import io.handlersocket.spring.spi.ClientOptions;
import io.handlersocket.spring.spi.ControlDataSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;

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
        HandlerSocketClientBuilder builder =
                ClientOptionsMapper.builder(properties, details).dataSource(control.dataSource());
        TlsOptions.apply(properties.ssl(), bundles, builder);
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
        HandlerSocketClientBuilder builder =
                ClientOptionsMapper.common(properties).dataSource(dataSource);
        TlsOptions.apply(properties.ssl(), bundles, builder);
        return builder;
    }
}
